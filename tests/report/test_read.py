"""Every page layout that ncu prints gives the same values, in base units, with the tolerance of its digits."""

import gzip
import json
import random
import shutil
import sys

import pytest

from metricparse.catalog.store import default
from metricparse.errors import UsageError
from metricparse.output.terminal import Paint
from metricparse.output.verify_text import VerifyText
from metricparse.report import read_report
from metricparse.report.labels import resolver
from metricparse.report.progress import Progress
from metricparse.report.units import number, scale
from metricparse.semantics.judge import Judge
from tests.report.reports import DATA, identities, report

FULL = "h200_full.raw.csv.gz"


def text(name):
    with gzip.open(DATA / name, "rt", encoding="utf-8", newline="") as stream:
        return stream.read()


def save(folder, content, name="page.csv", encoding="utf-8"):
    path = folder / name
    path.write_bytes(content.encode(encoding))
    return str(path)


def agree(mine, theirs, most_off=0):
    """Numbers of two reports agree within the digits printed, kernel by kernel."""
    other = {(k.name, k.grid): k for k in theirs.kernels}
    compared, off = 0, []
    for kernel in mine.kernels:
        for name, value in kernel.values.items():
            twin = other[kernel.name, kernel.grid].values.get(name)
            if twin is None or value.number is None or twin.number is None:
                continue
            compared += 1
            assert value.unit == twin.unit or "" in (value.unit, twin.unit), (name, value, twin)
            room = value.tolerance + twin.tolerance + 1e-9 * abs(value.number)
            if abs(value.number - twin.number) > room:
                off.append((kernel.name, name, value.text, twin.text))
    assert len(off) <= most_off, off[:5]
    return compared


def test_raw_page_in_base_units():
    read = report("torch")
    assert (read.layout, len(read.kernels)) == ("raw", 9)
    first = read.kernels[0]
    assert first.name == "nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT"
    assert (first.grid, first.block) == ((2, 66, 1), (384, 1, 1))
    assert (first.capability, first.device) == ("9.0", "NVIDIA H200")
    assert first.number("dram__bytes_read.sum") == 1_253_987_584
    assert first.values["dram__bytes_read.sum"].exact
    clock = first.values["sm__cycles_elapsed.avg.per_second"]
    assert (clock.number, clock.unit, clock.tolerance) == (1_583_718_849.15, "hz", 0.005)
    assert not clock.exact
    assert first.values["launch__func_cache_config"].text == "CachePreferNone"
    assert first.number("launch__func_cache_config") is None


def test_automatic_units_are_undone():
    # a count of minus two is printed as 0 in automatic units: the only two values that differ
    assert agree(report("h200_torch.raw.auto.csv.gz"), report("torch"), most_off=2) > 19_000
    auto = report("h200_torch.raw.auto.csv.gz").kernels[0].values["dram__bytes.sum.per_second"]
    assert auto.text == "0.991813"
    assert auto.number == pytest.approx(991_812_925_559.96, abs=auto.tolerance)
    assert auto.tolerance == pytest.approx(0.5e6)


def test_raw_page_with_instances():
    page = report("h200_torch.instances.csv.gz")
    assert agree(page, report("torch")) > 500
    first, later = page.kernels[0].values, page.kernels[3].values
    assert first["FBSP.TriageCompute.dramc__throughput.avg.pct_of_peak_sustained_elapsed"].missing == "timeline"
    assert first["launch__shared_mem_per_block_dynamic"].number == pytest.approx(189_660, rel=0.01)
    # ncu scales this attribute row by row under the first row's unit: 128 byte stands under Kbyte/block
    assert later["launch__shared_mem_per_block_dynamic"].missing == "unit"
    assert later["launch__shared_mem_per_block_dynamic"].number is None


def test_details_page_by_labels():
    page = report("h200_torch.details.csv.gz")
    assert (page.layout, len(page.kernels)) == ("details", 3)
    assert agree(page, report("torch")) > 200
    assert page.kernels[0].number("gpu__time_duration.sum") == pytest.approx(1.4e6, rel=0.01)
    unresolved = [name for name in page.kernels[0].values if ": " in name]
    assert all(name.startswith("Memory Workload Analysis: L2 Compression") for name in unresolved)


def test_details_page_without_a_knowledge_base_keeps_labels():
    read = read_report(str(DATA / "h200_torch.details.csv.gz"))
    assert read.kernels[0].number("GPU Speed Of Light Throughput: Duration") == 1.4e6


def test_summary_page():
    page = report("h200_torch.summary.csv.gz")
    assert (page.layout, len(page.kernels)) == ("summary", 9)
    assert agree(page, report("torch")) > 700
    assert all(kernel.launches == 1 for kernel in page.kernels)


def test_summary_of_several_launches(tmp_path):
    lines = text("h200_torch.summary.csv.gz").replace('"9.0","1",', '"9.0","7",')
    assert all(kernel.launches == 7 for kernel in read_report(save(tmp_path, lines)).kernels)


def test_long_table():
    read = report("families")
    assert (read.layout, len(read.kernels)) == ("long", 6)
    assert read.kernels[0].number("dram__bytes.avg.peak_sustained") == 31.333333333333332


def test_binary_report_equals_its_page():
    pytest.importorskip("ncu_report")
    read = read_report(str(DATA / "h200_basic.ncu-rep"))
    assert (read.layout, len(read.kernels)) == ("ncu-rep", 2)
    assert agree(report("basic"), read) > 1000
    assert (read.kernels[0].grid, read.kernels[0].block) == ((262144, 1, 1), (256, 1, 1))
    assert (read.kernels[0].capability, read.kernels[0].device) == ("9.0", "NVIDIA H200")
    assert read.kernels[0].values["sm__cycles_active.avg"].exact


def test_every_page_of_the_material_agrees(material):
    """The uncarried pages, whole: details, instances, and the binary report of the fourteen kernels."""
    folder = material / "measurements"
    resolve = resolver(default())
    assert agree(read_report(str(folder / "h200_full.details.csv"), resolve), report("full")) > 1100
    assert agree(read_report(str(folder / "h200_torch.details.csv"), resolve), report("torch")) > 700
    assert agree(read_report(str(folder / "h200_torch.raw.instances.csv.gz")), report("torch"), most_off=2) > 19_000
    for repeat in range(1, 6):
        assert len(read_report(str(folder / f"h200_repeat_{repeat}.csv")).kernels) == 14
    if "ncu_report" in sys.modules or pytest.importorskip("ncu_report"):
        assert agree(report("full"), read_report(str(folder / "h200_full.ncu-rep"))) > 30_000


# --- what stands around a page -----------------------------------------------------------------------------------------


def test_messages_of_the_profiler_and_of_the_program_are_passed_over(tmp_path):
    header, units, first, rest = text("h200_basic.raw.csv.gz").split("\n", 3)
    page = (
        "==PROF== Connected to process 4295 (/tmp/w)\nresult = 3.5, 2, ok\n"
        '==PROF== Profiling "vec_add" - 0: 0%....50%....100% - 10 passes\n'
        f'{header}\n{units}\n==WARNING== Note: clocks\n{first}\nTest passed, all, 5 of 5\n"odd\n{rest}==PROF== Disconnected\n'
    )
    assert [k.values for k in read_report(save(tmp_path, page)).kernels] == [k.values for k in report("basic").kernels]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_redirected_by_another_shell(tmp_path, encoding):
    page = text("h200_basic.raw.csv.gz").replace("\n", "\r\n")
    read = read_report(save(tmp_path, page, encoding=encoding))
    assert read.kernels[1].values == report("basic").kernels[1].values


def test_two_pages_one_behind_the_other(tmp_path):
    page = text("h200_basic.raw.csv.gz")
    assert len(read_report(save(tmp_path, page + page)).kernels) == 4


def test_content_decides_not_the_name(tmp_path):
    page = text("h200_basic.raw.csv.gz")
    assert len(read_report(save(tmp_path, page, "report.ncu-rep")).kernels) == 2
    pytest.importorskip("ncu_report")
    shutil.copy(DATA / "h200_basic.ncu-rep", tmp_path / "odd.csv")
    assert read_report(str(tmp_path / "odd.csv")).layout == "ncu-rep"


def test_what_did_not_come(tmp_path):
    page = '"ID","Kernel Name","CC","sm__cycles_elapsed.avg","dram__bytes.sum","a__b.avg","c__d.sum"\n'
    page += '"","","","cycle","Mbyte","",""\n'
    page += '"0","k","9.0","(!) n/a","1,234.50","no data","nan"\n'
    values = read_report(save(tmp_path, page)).kernels[0].values
    assert [v.missing for v in values.values()] == ["n/a", "", "no data", "nan"]
    assert values["dram__bytes.sum"][:2] == (1_234_500_000.0, "byte")
    assert [v.available for v in values.values()] == [False, True, False, False]


# --- units and numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "factor", "base"),
    [
        ("Mbyte", 1e6, "byte"), ("Gbyte/s", 1e9, "byte/s"), ("Tbyte/s", 1e12, "byte/s"), ("Kbyte/block", 1e3, "byte/block"),
        ("us", 1e3, "ns"), ("ms", 1e6, "ns"), ("s", 1e9, "ns"), ("ns", 1, "ns"), ("hz", 1, "hz"), ("Ghz", 1e9, "hz"),
        ("sector/ns", 1e9, "sector/s"), ("sector/us", 1e6, "sector/s"), ("sector/ms", 1e3, "sector/s"),
        ("sector/s", 1, "sector/s"), ("", 1, ""),
        ("%/Kbyte", 1e3, "%/byte"), ("Kbyte/cycle", 1e3, "byte/cycle"), ("inst/cycle", 1, "inst/cycle"), ("%", 1, "%"),
        ("register/thread", 1, "register/thread"), ("Gbyte/second", 1e9, "byte/s"), ("usecond", 1e3, "ns"),
        ("cycle/nsecond", 1e9, "hz"), ("cycle/usecond", 1e6, "hz"), ("SM", 1, "SM"), ("thread", 1, "thread"),
    ],
)  # fmt: skip
def test_units(printed, factor, base):
    assert scale(printed) == (pytest.approx(factor), base)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("1,234,567", (1234567.0, 0.0)), ("0.00", (0.0, 0.005)), ("-0.026096", (-0.026096, 5e-7)), ("1e3", (1000.0, 500.0)),
        ("PolicySpread", None), ("", None), ("9.0a", None), ("1_000", None), ("٣", None), ("-", None), ("(2, 66, 1)", None),
        ("1e999", None), ("0e99999", (0.0, 0.0)), ("1e-99999", (0.0, 0.0)), ("²", None),
    ],
)  # fmt: skip
def test_numbers(printed, expected):
    assert number(printed) == (None if expected is None else pytest.approx(expected))


# --- what is no report -----------------------------------------------------------------------------------------------------


def refused(path):
    with pytest.raises(UsageError) as caught:
        read_report(path)
    return str(caught.value)


def test_files_that_are_no_report(tmp_path):
    assert "empty" in refused(save(tmp_path, "  \n"))
    assert "no header" in refused(save(tmp_path, "# Notes\n\nsome text, with, commas\n"))
    assert "--csv" in refused(save(tmp_path, "# Notes\n"))
    assert "cannot be read" in refused(str(tmp_path / "nothing.csv"))
    assert "cannot be read" in refused(str(tmp_path))
    printed = "[1] w@host\n  k (1)\n  Metric Name   Metric Unit Metric Value\n  --- --- ---\n"
    assert "as text (line 3)" in refused(save(tmp_path, printed))
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 10)
    assert "neither a binary report" in refused(str(tmp_path / "binary"))
    (tmp_path / "cut.gz").write_bytes((DATA / "h200_basic.raw.csv.gz").read_bytes()[:3000])
    assert "cut off" in refused(str(tmp_path / "cut.gz"))


def test_broken_pages_name_the_line(tmp_path):
    page = text("h200_basic.raw.csv.gz")
    lines = page.split("\n")
    assert "line 3" in refused(save(tmp_path, "\n".join([*lines[:2], lines[2][:5000]])))
    assert "line 3" in refused(save(tmp_path, "\n".join([*lines[:2], lines[2] + ',"9"'])))
    assert "no kernel" in refused(save(tmp_path, "\n".join(lines[:2])))
    header = '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n'
    assert "line 2" in refused(save(tmp_path, header + '"0","k","Duration"\n'))
    assert "line 2" in refused(save(tmp_path, header + '"0","k"x,"Duration","us","1"\n'))


def damaged(page, draw):
    """A page with a few characters changed, lines dropped or doubled."""
    lines = page.split("\n")
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(lines))
        kind = draw.randrange(5)
        place = draw.randrange(len(lines[at]) + 1)
        if kind == 0:
            lines[at] = lines[at][:place]
        elif kind == 1:
            lines[at] = (
                lines[at][:place]
                + draw.choice(['"', ",", "\x00", "1e999", "nan", "²", "\r", "(1, 2)"])
                + lines[at][place:]
            )
        elif kind == 2:
            lines.insert(at, lines[at])
        elif kind == 3:
            lines[at] = lines[at].replace('","', draw.choice(['";"', '"",""', "','"]), draw.randint(1, 50))
        else:
            lines[at] = lines[at].replace("0", draw.choice(["9" * 400, "-", "e", "٣"]), draw.randint(1, 20))
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_page_is_read_or_refused_and_judged_without_an_accident(tmp_path, seed):
    draw = random.Random(seed)
    page = damaged(
        text(draw.choice(["h200_basic.raw.csv.gz", "h200_torch.summary.csv.gz", "h200_torch.details.csv.gz"])), draw
    )
    try:
        read = read_report(save(tmp_path, page), resolver(default()))
    except UsageError as error:
        assert "page.csv" in str(error)  # noqa: PT017 - either outcome is fine, a message must name the file
        return
    result = Judge(identities()).report(read)
    json.dumps(result, allow_nan=False)
    VerifyText(identities(), "zh", 80, Paint(False)).render(result)


def test_cut_binary_reports(tmp_path):
    pytest.importorskip("ncu_report")
    whole = (DATA / "h200_basic.ncu-rep").read_bytes()
    for length in (4, 1000, 100_000):
        (tmp_path / "cut.ncu-rep").write_bytes(whole[:length])
        assert "cut" in refused(str(tmp_path / "cut.ncu-rep"))


def test_without_the_package_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ncu_report", None)
    assert 'pip install "ncu-report>=2025.3"' in refused(str(DATA / "h200_basic.ncu-rep"))
    assert len(read_report(str(DATA / FULL)).kernels) == 14


def test_progress_only_on_a_terminal(capsys):
    for on, expected in ((False, ""), (True, "report.csv 7/9")):
        progress = Progress("report.csv", on)
        progress._next = 0
        progress.step(7, 9)
        progress.done()
        assert expected in capsys.readouterr().err
