"""Makefiles, Dockerfiles, YAML, PowerShell, batch files and running text."""

import pytest

from metricparse.text.commands import find_commands
from tests.text.commands.summary import check_places, summary

CASES = {
    # make
    "make-recipe": (
        "makefile",
        "prof: app\n\tsudo ncu --export my --set full ./app --n=4\n",
        ["ncu --export=my --set=full > ./app --n=4"],
    ),
    "make-variables": (
        "makefile",
        "NCU ?= ncu\nMETRICS := sm__a.sum,lts__b.sum\nprof:\n"
        "\t@$(NCU) --metrics=$(METRICS) $(DIR)/$(EXE) $(FLAGS) > $@\n",
        ["ncu --metrics=sm__a.sum,lts__b.sum > □/□ □"],
    ),
    "make-path": (
        "makefile",
        "NCU := $(HOME)/tools/ncu\nprof:\n\tsudo $(NCU) --set full -f -o p_$(P) ./$(P)_dbg\n",
        ["ncu --set=full --force-overwrite --export=p_□ > ./□_dbg"],
    ),
    "make-unset": (
        "makefile",
        "prof:\n"
        "\t$(SUDO) $(NCU) --set full \\\n\t\t--launch-skip 3 \\\n\t\t-fo $(R)/x \\\n\t\t$(PYTHON) p.py --algo=1\n",
        ["ncu --set=full --launch-skip=3 --force-overwrite --export=□/x > □ p.py --algo=1"],
    ),
    "make-flags": (
        "makefile",
        "prof:\n\t$(NCU) --set $(SET) $(NCU_FLAGS) ./a --kernel=1\n",
        ["~ncu --set=□ <□> > ./a --kernel=1"],
    ),
    "make-loop": (
        "makefile",
        "prof:\n\t@for k in $(KS); do \\\n\t\t$(NCU) --set full $(BIN)/p_$$k 2>&1 | tee $$k.txt; \\\n\tdone\n",
        ["ncu --set=full > □/p_□"],
    ),
    "make-continued-at-tab": (
        "makefile",
        "p:\n\tncu --metrics sm__a.sum,\\\n\tlts__b.sum ./a\n",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "make-continued-indented": (
        "makefile",
        "p:\n\tncu --metrics sm__a.sum,\\\n\t    lts__b.sum \\\n\t    ./a\n",
        ["ncu --metrics=sm__a.sum, > lts__b.sum ./a !indentation:lts__b.sum"],
    ),
    "make-variable-continued": (
        "makefile",
        "M = sm__a.sum,\\\n    lts__b.sum\np:\n\tncu --metrics $(M) ./a\n",
        ["ncu --metrics=sm__a.sum, > lts__b.sum ./a !value:lts__b.sum"],
    ),
    "make-variable-quoted": (
        "makefile",
        'M = "sm__a.sum,lts__b.sum"\np:\n\tncu --metrics $(M) ./a\n',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "make-appended": (
        "makefile",
        "M = sm__a.sum\nM += lts__b.sum\np:\n\tncu --metrics $(M) ./a\n",
        ["ncu --metrics=sm__a.sum > lts__b.sum ./a !value:lts__b.sum"],
    ),
    "make-defined-below": (
        "makefile",
        "p:\n\tncu --metrics $(M) ./a\nM = sm__a.sum\n",
        ["ncu --metrics=sm__a.sum > ./a"],
    ),
    "make-define": (
        "makefile",
        "define M\nsm__a.sum,lts__b.sum\nendef\np:\n\tncu --metrics $(M) ./a\n",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "make-target-variable": (
        "makefile",
        "p: M = sm__a.sum\np:\n\tncu --metrics $(M) ./a\n",
        ["ncu --metrics=sm__a.sum > ./a"],
    ),
    "make-same-line": ("makefile", "p: a ; ncu --set full ./a\n", ["ncu --set=full > ./a"]),
    "make-no-recipe": ("makefile", "# ncu --set full ./a\nncu: a\n", []),
    "make-npm": ("makefile", "up:\n\t$(NCU) --upgrade\n", ["npm-check-updates --upgrade"]),
    # docker
    "docker-run": (
        "dockerfile",
        "FROM x\nENV M=sm__a.sum\nRUN make && \\\n    # profile\n    ncu --metrics $M ./a\n",
        ["ncu --metrics=sm__a.sum > ./a"],
    ),
    "docker-exec-form": ("dockerfile", 'CMD ["ncu", "--set", "full", "./a"]\n', ["ncu --set=full > ./a"]),
    "docker-flags": ("dockerfile", "RUN --mount=type=cache,target=/x ncu -c 1 ./a\n", ["ncu --launch-count=1 > ./a"]),
    # yaml
    "yaml-run": (
        "yaml",
        "jobs:\n  p:\n    steps:\n      - name: Profile\n        run: ncu --set full -o o ./a\n",
        ["ncu --set=full --export=o > ./a"],
    ),
    "yaml-block": (
        "yaml",
        "steps:\n  - name: 采集\n    run: |\n      make\n"
        "      ncu --metrics dram__a.sum,\\\n          dram__b.sum \\\n          ./bench\n",
        ["ncu --metrics=dram__a.sum, > dram__b.sum ./bench !indentation:dram__b.sum"],
    ),
    "yaml-folded": (
        "yaml",
        "- run: >-\n    ncu --metrics dram__a.sum,dram__b.sum\n    ./bench\n",
        ["ncu --metrics=dram__a.sum,dram__b.sum > ./bench"],
    ),
    "yaml-plain-over-lines": (
        "yaml",
        "run: ncu --set full\n  -o o ./a\nnext: 1\n",
        ["ncu --set=full --export=o > ./a"],
    ),
    "yaml-env": (
        "yaml",
        "env:\n  M: sm__a.sum,lts__b.sum\nsteps:\n- run: ncu --metrics $M ./a\n",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "yaml-quoted": (
        "yaml",
        'script:\n  - "ncu --set full ./a"\n  - ncu --set basic ./b\n',
        ["ncu --set=full > ./a", "ncu --set=basic > ./b"],
    ),
    "yaml-arguments": ("yaml", 'command: ["ncu", "--set", "full", "./a"]\n', ["ncu --set=full > ./a"]),
    "yaml-arguments-block": (
        "yaml",
        "cmd:\n  - ncu\n  - --metrics\n  - sm__a.sum\n  - ./a\n",
        ["ncu --metrics=sm__a.sum > ./a"],
    ),
    "yaml-name": ("yaml", "- name: run ncu on the kernel\n  run: make\n", []),
    # PowerShell
    "ps-continued": (
        "powershell",
        "$ncu = 'C:\\Program Files\\NVIDIA Corporation\\Nsight Compute 2025.3.0\\ncu.bat'\n"
        '$m = "sm__a.sum,lts__b.sum"\n'
        "$o = & $ncu --kernel-name k --launch-skip 2 `\n    --metrics $m --csv $exe --nx 3 2>&1\n",
        ["ncu --kernel-name=k --launch-skip=2 --metrics=sm__a.sum,lts__b.sum --csv > □ --nx 3"],
    ),
    "ps-plain": (
        "ps1",
        "ncu --set full -o p -f .\\test.exe\nncu-ui .\\p.ncu-rep\n",
        ["ncu --set=full --export=p --force-overwrite > .\\test.exe", "ncu-ui .\\p.ncu-rep"],
    ),
    "ps-quoted-path": ("powershell", '& "C:\\x y\\ncu.exe" --set full a.exe', ["ncu --set=full > a.exe"]),
    "ps-join": (
        "powershell",
        '$m = @(\n  "sm__a.sum",\n  "lts__b.sum"\n) -join ","\nncu --metrics $m a.exe',
        ["ncu --metrics=sm__a.sum,lts__b.sum > a.exe"],
    ),
    "ps-join-in-place": (
        "powershell",
        '$m = "sm__a.sum", "lts__b.sum"\nncu --metrics ($m -join ",") a.exe',
        ["ncu --metrics=sm__a.sum,lts__b.sum > a.exe"],
    ),
    "ps-splat": ("powershell", '$a = @("--set", "full")\n& ncu @a a.exe', ["ncu --set=full > a.exe"]),
    "ps-prompt": ("powershell", "PS C:\\w> ncu.exe --set full a.exe", ["ncu --set=full > a.exe"]),
    "ps-comment": ("powershell", "<# ncu --set full a.exe #>\n# ncu --set full a.exe\nls", []),
    "ps-environment": ("powershell", "$env:X = 1\nncu -c 1 $env:EXE", ["ncu --launch-count=1 > □"]),
    # cmd.exe
    "bat": (
        "bat",
        '@echo off\nset NCU_PATH="D:/Program Files/Nsight Compute 2024.1.0/ncu.exe"\nset M=sm__a.sum,lts__b.sum\n'
        "%NCU_PATH% --metrics %M% ^\n  --launch-skip %SKIP% %APP%\n",
        ["ncu --metrics=sm__a.sum,lts__b.sum --launch-skip=□ > □"],
    ),
    "bat-quoted-set": ("batch", 'set "M=sm__a.sum"\nncu --metrics %M% a.exe', ["ncu --metrics=sm__a.sum > a.exe"]),
    "bat-loop": ("cmd", "for %%s in (1 2) do ncu -c %%s a.exe", ["ncu --launch-count=□ > a.exe"]),
    "bat-remark": ("batch", "rem ncu --set full a.exe\n:: ncu --set full a.exe\n", []),
    "bat-percent": ("batch", "ncu -o r%%i a.exe", ["ncu --export=r□ > a.exe"]),
    # running text
    "prose-line": (
        "text",
        "Profile it:\n\n    sudo ncu --set full -o x \\\n        python y.py --n 3\n",
        ["ncu --set=full --export=x > python y.py --n 3"],
    ),
    "prose-sentence": ("prose", "Run ncu --set full ./app, then read the last line.", ["~ncu --set=full > ./app"]),
    "prose-two": ("prose", "Use ncu --set full or ncu --set basic.", ["~ncu --set=full", "~ncu --set=basic"]),
    "prose-zh": (
        "prose",
        "先执行 ncu --metrics sm__a.sum,lts__b.sum ./app，再看结果。",
        ["~ncu --metrics=sm__a.sum,lts__b.sum > ./app"],
    ),
    "prose-zh-no-blank": ("prose", "用/usr/local/cuda/bin/ncu --set full。", ["~ncu --set=full"]),
    "prose-no-command": (
        "prose",
        "ncu reports the peak; sudo ncu now works here. nsys and ncu are tools, ncu-ui shows them.",
        [],
    ),
    "prose-option-alone": ("prose", "The option --metrics of ncu takes a list.", []),
    "prose-docstring": (
        "text",
        "Usage:\n  # ncu with metrics for occupancy\n  ncu --metrics sm__a.avg,\\\nsm__b_pct \\\n        python b.py\n",
        ["ncu --metrics=sm__a.avg,sm__b_pct > python b.py"],
    ),
    "prose-comment": (
        "prose",
        '* sudo ncu --target-processes all -k regex:"transpose" \\\n    --metrics sm__a.sum,lts__b.sum',
        ["ncu --target-processes=all --kernel-name=regex:transpose --metrics=sm__a.sum,lts__b.sum"],
    ),
    "c-comment": ("cpp", "// ncu --set full ./a.out\nint main() {}\n", ["ncu --set=full > ./a.out"]),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    language, text, expected = CASES[name]
    commands = find_commands(text, language)
    check_places(text, commands)
    assert [summary(found) for found in commands.invocations] == expected


LISTS = {
    "yaml-flow": (
        "yaml",
        "metrics: [sm__a.sum, 'lts__b.sum', \"dram__c.sum\"]",
        [("metrics", "sm__a.sum lts__b.sum dram__c.sum")],
    ),
    "yaml-flow-lines": (
        "yaml",
        "metrics: [\n  sm__a.sum,  # one\n  lts__b.sum\n]\nx: 1",
        [("metrics", "sm__a.sum lts__b.sum")],
    ),
    "yaml-block": (
        "yaml",
        "ncu:\n  metrics:\n    - sm__a.sum # busy\n    - lts__b.sum\n  other: 1",
        [("metrics", "sm__a.sum lts__b.sum")],
    ),
    "yaml-block-same-column": ("yaml", "metrics:\n- sm__a.sum\n- lts__b.sum\n", [("metrics", "sm__a.sum lts__b.sum")]),
    "yaml-scalar": ("yaml", "metrics: sm__a.sum,lts__b.sum\n", [("metrics", "sm__a.sum lts__b.sum")]),
    "yaml-none": ("yaml", "metrics: [accuracy, loss]\nfiles: [sm__a.csv, x/sm__b.py]\n", []),
    "json": ("json", '{"metrics": ["sm__a.sum", "lts__b.sum"], "n": [1, 2]}', [("metrics", "sm__a.sum lts__b.sum")]),
    "toml": ("toml", 'metrics = [\n  "sm__a.sum",\n  "lts__b.sum",\n]\n', [("metrics", "sm__a.sum lts__b.sum")]),
    "shell": ("shell", 'M="sm__a.sum,lts__b.sum"\nsource run.sh', [("M", "sm__a.sum lts__b.sum")]),
    "shell-array": ("shell", "M=(sm__a.sum\n  lts__b.sum)", [("M", "sm__a.sum lts__b.sum")]),
    "shell-appended": ("shell", 'M=sm__a.sum\nM="$M,lts__b.sum"', [("M", "sm__a.sum lts__b.sum")]),
    "shell-used": ("shell", "M=sm__a.sum\nncu --metrics $M ./a", []),
    "make": ("make", "M = sm__a.sum,lts__b.sum\n", [("M", "sm__a.sum lts__b.sum")]),
    "batch": ("bat", "set M=sm__a.sum,lts__b.sum\n", [("M", "sm__a.sum lts__b.sum")]),
}


@pytest.mark.parametrize("name", LISTS)
def test_list(name):
    language, text, expected = LISTS[name]
    commands = find_commands(text, language)
    check_places(text, commands)
    assert [(one.name, " ".join(r.text for r in one.requests)) for one in commands.lists] == expected
    for one in commands.lists:
        for request in one.requests:
            assert request.context == "list"
            assert text[request.offset : request.offset + request.length] == request.text
