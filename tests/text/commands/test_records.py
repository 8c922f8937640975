"""What the records say beyond the words: places, prefixes, what was before, and text of any kind."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from metricparse.names.glob import glob
from metricparse.text.commands import find_commands, find_invocations
from metricparse.text.commands.options import options
from metricparse.text.commands.patterns import find_patterns
from metricparse.text.commands.placed import HOLE, Piece, Word, word
from metricparse.text.commands.tools import base, looks_like_name
from tests.text.commands.summary import check_places

LANGUAGES = ("shell", "console", "python", "yaml", "makefile", "dockerfile", "powershell", "batch", "prose", "json")


def one(text, language="shell"):
    (found,) = find_invocations(text, language)
    return found


def at(text, thing):
    return text[thing.offset : thing.offset + thing.length]


def test_a_name_stands_where_it_is_written_not_where_the_variable_is_used():
    text = 'UNITS="sm__a.sum"\nUNITS="$UNITS,lts__b.sum"\n\nncu --metrics "$UNITS" ./a\n'
    first, second = one(text).requests
    assert first.offset == text.index("sm__a")
    assert at(text, first) == "sm__a.sum"
    assert second.offset == text.index("lts__b")
    assert at(text, second) == "lts__b.sum"


def test_a_name_put_together_stands_where_it_is_put_together():
    text = "U=sm\nncu --metrics ${U}__cycles_active.avg ./a"
    request = one(text).requests[0]
    assert request.text == "sm__cycles_active.avg"
    assert at(text, request) == "${U}__cycles_active.avg"


def test_a_name_in_several_quotes_is_one_stretch():
    text = "ncu --metrics sm__'cycles'_active\".avg\" ./a"
    request = one(text).requests[0]
    assert request.text == "sm__cycles_active.avg"
    assert at(text, request) == "sm__'cycles'_active\".avg"


def test_a_name_from_a_python_list_stands_in_its_string():
    text = 'M = ["lts__b.sum", "sm__a.sum"]\nrun(["ncu", "--metrics", ",".join(M), "./a"])'
    assert [at(text, request) for request in one(text, "python").requests] == ["lts__b.sum", "sm__a.sum"]


def test_a_name_behind_an_escape():
    text = 'os.system("ncu --metrics \\"sm__a.sum,lts__b.sum\\" ./a")'
    assert [at(text, request) for request in one(text, "python").requests] == ["sm__a.sum", "lts__b.sum"]


def test_columns_behind_chinese_text_count_code_points():
    text = "先采集显存：\n\tncu --metrics dram__bytes.sum ./应用 --输入 数据"
    found = one(text)
    assert at(text, found.requests[0]) == "dram__bytes.sum"
    assert at(text, found.arguments[1]) == "数据"


def test_places_behind_a_letter_that_is_longer_in_lower_case():
    text = "İİİ: ncu --metrics sm__a.sum ./a"
    assert at(text, one(text, "prose").requests[0]) == "sm__a.sum"


def test_the_unknown_part_of_a_name_is_marked():
    request = one('ncu --metrics "sm__$Q.sum" ./a').requests[0]
    assert request.hole
    assert request.text == f"sm__{HOLE}.sum"


def test_prefixes():
    text = "ncu --metrics breakdown:sm__a.avg,group:g,regex:^x,pmsampling:sm__b,sm__c ./a"
    assert [(r.prefix, r.name) for r in one(text).requests] == [
        ("breakdown:", "sm__a.avg"),
        ("group:", "g"),
        ("regex:", "^x"),
        ("pmsampling:", "sm__b"),
        ("", "sm__c"),
    ]


def test_names_of_other_tools_are_theirs():
    found = one("nvprof --events warps_launched --metrics achieved_occupancy,gld_efficiency ./a")
    assert [(r.text, r.context) for r in found.requests] == [
        ("warps_launched", "other"),
        ("achieved_occupancy", "other"),
        ("gld_efficiency", "other"),
    ]


def test_names_behind_a_cut_are_told_apart():
    found = one("ncu --metrics sm__a.sum, lts__b.sum ./a")
    assert [(r.text, r.context) for r in found.requests] == [("sm__a.sum", "metrics"), ("lts__b.sum", "split")]


def test_where_the_cut_is():
    text = "ncu --metrics sm__a.sum,\\\n   lts__b.sum ./a"
    (split,) = one(text).splits
    assert split.cause == "indentation"
    assert text[: split.offset].endswith("sm__a.sum,")
    assert split.value.text == "sm__a.sum,"


def test_what_stands_before_the_tool():
    assert [w.text for w in one("CUDA_VISIBLE_DEVICES=0 ./x; sudo -E ncu ./a").before] == ["sudo", "-E"]


def test_how_an_option_is_written():
    found = one("ncu --set=full -c 1 --cache none --nvtx ./a")
    assert [(o.name, o.joined, o.abbreviated, o.takes_value) for o in found.options] == [
        ("--set", True, False, True),
        ("--launch-count", False, False, True),
        ("--cache-control", False, True, True),
        ("--nvtx", False, False, False),
    ]
    assert found.option("--set").value.text == "full"
    assert found.value("--section") is None


def test_ambiguous_prefix_names_its_candidates():
    (option,) = one("ncu --print-metric-n").options[:1]
    assert option.name == "--print-metric-name"
    (option,) = one("ncu --launch-s 3 ./a").options
    assert option.name == ""
    assert option.candidates == ("--launch-skip", "--launch-skip-before-match")
    assert options().resolve("--no-such") == ("", ())


def test_a_missing_value():
    first, second = one("ncu --launch-count --set full ./a").options
    assert first.missing
    assert not second.missing


def test_command_ends_at_its_last_word():
    text = "sudo ncu --set full ./a --x 1 | tee log"
    assert at(text, one(text)) == "ncu --set full ./a --x 1"


def test_the_language_may_be_written_as_over_a_fence():
    for written in ("Bash", "sh", "zsh", "console", "", "{.bash}"):
        assert one("ncu -c 1 ./a", written).program.text == "./a"


def test_what_has_the_shape_of_a_name():
    names = "sm__a smsp__a_b.sum.per_cycle_active TPC.TriageCompute.sm__a.avg breakdown:sm__a SM__a derived__sm__a_pct"
    others = "__shared__ ./sm__a a sm_a sm__ std::a__b a__b.csv sm__a/b sm__a() __a __init__.py a__b.py"
    assert [looks_like_name(text) for text in names.split()] == [True] * len(names.split())
    assert [text for text in others.split() if looks_like_name(text)] == []


def test_names_of_programs():
    assert [base(p) for p in ("/usr/bin/ncu", "C:\\a b\\ncu.exe", "./ncu.bat", "NCU")] == ["ncu"] * 4


PATTERNS = {
    "见 `sm__{inst_executed,cycles_active}.sum`。": ("sm__inst_executed.sum sm__cycles_active.sum", False),
    "sm__{inst_executed, cycles_active}.sum": ("sm__inst_executed.sum sm__cycles_active.sum", False),
    "{sm,smsp}__inst_executed.sum,": ("sm__inst_executed.sum smsp__inst_executed.sum", False),
    "sm__throughput.avg.pct_of_peak_sustained_{active|elapsed}": (
        "sm__throughput.avg.pct_of_peak_sustained_active sm__throughput.avg.pct_of_peak_sustained_elapsed",
        False,
    ),
    "the family lts__t_sectors_op_* (L2)": ("lts__t_sectors_op_*", True),
    "l1tex__… 系列": ("l1tex__*", True),
    "l1tex__t_sectors...": ("l1tex__t_sectors*", True),
    "<unit>__cycles_active.avg": ("*__cycles_active.avg", True),
    "smsp__warp_issue_stalled_<reason>_per_warp_active.pct": ("smsp__warp_issue_stalled_*_per_warp_active.pct", True),
    "sm__a.{sum,avg,…}": ("sm__a.sum sm__a.avg sm__a.*", True),
}


@pytest.mark.parametrize("text", PATTERNS)
def test_patterns(text):
    (found,) = find_patterns(text)
    spelt, is_open = PATTERNS[text]
    assert " ".join(part.text for part in found.parts) == spelt
    assert found.open == is_open
    assert text[found.offset : found.offset + found.length] == found.text
    for part in found.parts:
        assert 0 <= part.offset <= part.offset + part.length <= len(text)


def test_text_without_patterns():
    text = (
        "sm__a.avg and __shared__ int *x; a__b { return x; } if (a__b < c__d) x > y; std::vector<a__b> __x__ **bold__"
    )
    assert [p.text for p in find_patterns(text)] == []


def test_a_pattern_holds_what_it_spells():
    (found,) = find_patterns("lts__t_sectors_{op_read,srcunit_*}.sum")
    assert found.matches("lts__t_sectors_op_read.sum")
    assert found.matches("lts__t_sectors_srcunit_tex.sum")
    assert not found.matches("lts__t_sectors_op_write.sum")
    assert glob("a*b*c", "axbybc")
    assert not glob("a*bc*c", "abc")


WORDS = [
    *(
        "ncu",
        "sudo",
        "--metrics",
        "--set",
        "full",
        "-k",
        "./a",
        "sm__a.sum,",
        "lts__b.sum",
        "$M",
        "M=",
        '"',
        "'",
        "`",
        "$(",
    ),
    *(
        ")",
        "(",
        "{",
        "}",
        "\\",
        "\n",
        "\\\n",
        " ",
        "\t",
        "#",
        "|",
        ";",
        "&&",
        "<<EOF",
        "EOF",
        "=",
        "+=",
        "[",
        "]",
        ",",
        "f'",
    ),
    *(
        "for",
        "in",
        "do",
        "done",
        "if",
        "fi",
        "case",
        "esac",
        "${",
        "}",
        "%s",
        "- ",
        ": ",
        "run:",
        "|\n",
        "RUN",
        "中文",
        "。",
        "\0",
    ),
    *('"""', "join(", ".append(", "def f(", "%M%", "^\n", "@(", "\r\n", "\ufdd0", "$'", "{a,b}", "<x>", "[@]", "*"),
]
texts = st.lists(st.sampled_from(WORDS), max_size=60).map(lambda words: " ".join(words).replace("  ", " ")) | st.lists(
    st.sampled_from(WORDS), max_size=60
).map("".join)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=texts)
def test_any_text_is_read_and_every_place_is_right(language, text):
    text = "ncu " + text
    check_places(text, find_commands(text, language))
    for found in find_patterns(text):
        assert text[found.offset : found.offset + found.length] == found.text


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_characters(text):
    for language in LANGUAGES:
        check_places("ncu " + text, find_commands("ncu " + text, language))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.text("abc,_. é中", min_size=1, max_size=6), min_size=1, max_size=6),
    st.integers(0, 20),
    st.integers(0, 20),
)
def test_a_word_is_its_pieces(texts, first, second):
    offset = 0
    pieces = []
    for text in texts:
        pieces.append(Piece(text, offset, len(text)))
        offset += len(text) + 2
    whole = word(pieces, 0)
    assert ",".join(part.text for part in whole.split(",")) == whole.text
    assert whole.strip(" ,").text == whole.text.strip(" ,")
    start, end = sorted((first, second))
    assert whole.cut(start, end).text == whole.text[start:end]
    assert [field.text for field in whole.fields()] == whole.text.split()
    assert isinstance(whole, Word)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(["sm__a.sum", "lts__b.avg", "x y", "a'b", "$", 'q"', "\\", "中"]), min_size=1, max_size=5)
)
def test_quoted_words_come_back_as_they_were(arguments):
    import shlex

    text = "ncu --set full " + shlex.join(["./a", *arguments])
    assert [w.text for w in one(text).arguments] == arguments


@pytest.mark.parametrize("language", ["shell", "python", "makefile", "yaml", "prose"])
def test_a_very_long_line(language):
    names = ",".join(["sm__cycles_active.avg"] * 20_000)
    text = f"run: ncu --metrics {names} ./a" if language == "yaml" else f"\tncu --metrics {names} ./a"
    if language == "python":
        text = f'm = "{names}"\nrun(["ncu", "--metrics", m, "./a"])'
    start = time.process_time()
    found = find_invocations(text, language)
    assert time.process_time() - start < 20
    if language not in ("makefile", "prose"):
        assert len(found[0].requests) == 20_000


@pytest.mark.parametrize(
    "unit",
    [
        '"$(',
        "$(",
        "${a:-",
        "`",
        "'\"",
        "<<A\n",
        "{a,b}",
        "([{",
        "f'{",
        "M=(",
        'M="$M$M"\n',
        "\\\n",
        "<a",
        "if x; then ",
    ],
)
def test_hostile_text_costs_no_more_than_its_length(unit):
    def seconds(n):
        start = time.process_time()
        for language in ("shell", "python", "prose"):
            find_commands("ncu -c 1 " + unit * n + " ncu ", language)
        return time.process_time() - start

    seconds(200)
    short, long = seconds(2_000), seconds(16_000)
    assert long < 40 * max(short, 0.02)


def test_a_text_without_profilers_is_not_read():
    start = time.process_time()
    assert find_commands("ls -l\n" * 500_000, "shell") == find_commands("", "shell")
    assert time.process_time() - start < 2
