# ruff: noqa: E501
"""Python, in the manner of public benchmark drivers: lists, strings and what is joined to commands."""

import pytest

from metricparse.text.commands import find_commands
from tests.text.commands.summary import check_places, summary

CASES = {
    "list": ('subprocess.run(["ncu", "--set", "full", "./a"], check=True)', ["ncu --set=full > ./a"]),
    "list-over-lines": (
        'cmd = [\n    "ncu", "--target-processes", "all",\n    "--kernel-name", f"*{kernel}*",\n    "--csv",\n    "python", script,\n]\nsubprocess.run(cmd)',
        ["ncu --target-processes=all --kernel-name=*□* --csv > python □"],
    ),
    "joined-literal": (
        'subprocess.run(["ncu", "--metrics", ",".join(["sm__a.sum", "lts__b.sum"]), "./a"])',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "joined-name": (
        'METRICS = [\n    "sm__a.sum",  # busy\n    "lts__b.sum",\n]\nsubprocess.run(["ncu", "--metrics", ",".join(METRICS), exe])',
        ["ncu --metrics=sm__a.sum,lts__b.sum > □"],
    ),
    "joined-unknown": ('run(["ncu", "--metrics", ",".join(METRICS), "./a"])', ["ncu --metrics=□ > ./a"]),
    "joined-generator": (
        'M = ("sm__a.sum", "lts__b.sum")\nrun(["ncu", "--metrics", ",".join(m for m in M), "./a"])',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "joined-generator-built": (
        'K = ["a", "b"]\nrun(["ncu", "--metrics", ",".join(f"sm__{k}.sum" for k in K), "./a"])',
        ["ncu --metrics=sm__a.sum,sm__b.sum > ./a"],
    ),
    "joined-keys": (
        'M = {"sm__a.sum": "x", "lts__b.sum": "y"}\nrun(["ncu", "--metrics", ",".join(M), "./a"])',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "joined-keys-called": (
        'M = {"sm__a.sum": "x"}\nrun(["ncu", "--metrics", ",".join(M.keys()), "./a"])',
        ["ncu --metrics=sm__a.sum > ./a"],
    ),
    "joined-starred": (
        'A = ["sm__a.sum"]\nrun(["ncu", "--metrics", ",".join([*A, "lts__b.sum"]), "./a"])',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "joined-sum": (
        'A = ["sm__a.sum"]\nB = A + ["lts__b.sum"]\nrun(["ncu", "--metrics", ",".join(B), "./a"])',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "joined-once": (
        'M = ",".join([\n    "sm__a.sum",\n    "lts__b.sum",\n])\nrun(["ncu", "--metrics", M, "./a"])',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "subscript": (
        'S = {"mem": ["lts__a.sum"], "sm": ["sm__b.sum"]}\nrun(["ncu", "--metrics", ",".join(S["mem"]), "./a"])',
        ["ncu --metrics=lts__a.sum > ./a"],
    ),
    "adjacent-literals": (
        'M = ("sm__a.sum,"\n     "lts__b.sum")\nrun(["ncu", "--metrics", M, "./a"])',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "missing-comma": (
        'M = ["sm__a.sum" "lts__b.sum"]\nrun(["ncu", "--metrics", ",".join(M), "./a"])',
        ["ncu --metrics=sm__a.sumlts__b.sum > ./a"],
    ),
    "list-appended": (
        'cmd = ["ncu", "--metrics", m, "--csv"]\ncmd += [args.exe, "--task", job["name"]]\n',
        ["ncu --metrics=□ --csv > □ --task □"],
    ),
    "list-append-extend": (
        'cmd = ["ncu"]\ncmd.append("-f")\ncmd.extend(["--set", "full"])\ncmd += ["./a"]\nrun(cmd)',
        ["ncu --force-overwrite --set=full > ./a"],
    ),
    "list-conditional": (
        'cmd = ["ncu"]\nif full:\n    cmd.append("-f")\ncmd += ["--set", SET, "-o", out, sys.executable, runner]\n_run(cmd)',
        ["~ncu --force-overwrite --set=□ --export=□ > □ □"],
    ),
    "list-branches": (
        'if full:\n    m = "sm__a.sum"\nelse:\n    m = "lts__b.sum"\nrun(["ncu", "--metrics", m, "./a"])',
        ["ncu --metrics=lts__b.sum > ./a", "ncu --metrics=sm__a.sum > ./a"],
    ),
    "list-ternary": (
        'run(["ncu", "--set", "full" if x else "basic", "./a"])',
        ["ncu --set=full > ./a", "ncu --set=basic > ./a"],
    ),
    "list-sum": (
        "metrics = ['sm__a.sum,'\n           'lts__b.sum']\nsubprocess.call(['nv-nsight-cu-cli', '--metrics'] + metrics + ['python3', 'a.py'])",
        ["ncu --metrics=sm__a.sum,lts__b.sum > python3 a.py"],
    ),
    "list-sum-unknown": (
        "call(['ncu', '--metrics'] + metrics + ['python3', 'a.py'])",
        ["ncu --metrics=□ > python3 a.py"],
    ),
    "list-starred-prefix": (
        'cmd = [*prefix, "ncu", "--set", "full", *extra, "python", "x.py"]',
        ["~ncu --set=full <□> > python x.py"],
    ),
    "list-starred-known": (
        'base = ["ncu", "--set", "full"]\nrun([*base, "-o", "a", "./a"])\nrun([*base, "-o", "b", "./b"])',
        ["ncu --set=full --export=a > ./a", "ncu --set=full --export=b > ./b"],
    ),
    "list-sudo": ('run(["sudo", "-E", "ncu", "--set", "full", "./a"])', ["ncu --set=full > ./a"]),
    "list-shell": ('run(["bash", "-c", "cd x && ncu --set full ./a"])', ["ncu --set=full > ./a"]),
    "list-tool-variable": (
        'NCU = "/usr/local/cuda/bin/ncu"\nrun([NCU, "--set", "full", "./a"])',
        ["ncu --set=full > ./a"],
    ),
    "list-tool-looked-up": ('ncu = shutil.which("ncu")\nrun([ncu, "--version"])', ["ncu:list --version"]),
    "list-tool-unknown": (
        'run([ncu_path, "--query-metrics", "--query-metrics-mode", "all"])',
        ["ncu:query --query-metrics --query-metrics-mode=all"],
    ),
    "list-tool-path": ('ncu = Path(r"C:\\x y\\ncu.exe")\nrun([str(ncu), "--csv", "a.exe"])', ["ncu --csv > a.exe"]),
    "tuple": ('ARGS = ("ncu", "--csv")\nrun((*ARGS, "./a"))', ["ncu --csv > ./a"]),
    "function": (
        'def run_ncu(exe, metrics="sm__a.sum,lts__b.sum"):\n    return sp.run(["ncu", "--metrics", metrics, exe])',
        ["ncu --metrics=sm__a.sum,lts__b.sum > □"],
    ),
    "method": (
        'class P:\n    METRICS = ["sm__a.sum"]\n\n    def go(self):\n        run(["ncu", "--metrics", ",".join(self.METRICS), "./a"])',
        ["ncu --metrics=sm__a.sum > ./a"],
    ),
    "scopes": (
        'def a():\n    m = "sm__a.sum"\n    run(["ncu", "--metrics", m, "./a"])\n\ndef b(m):\n    run(["ncu", "--metrics", m, "./b"])',
        ["ncu --metrics=sm__a.sum > ./a", "ncu --metrics=□ > ./b"],
    ),
    "loop": (
        'for m in ["sm__a.sum", "lts__b.sum"]:\n    run(["ncu", "--metrics", m, "./a"])',
        ["ncu --metrics=sm__a.sum > ./a", "ncu --metrics=lts__b.sum > ./a"],
    ),
    "loop-pairs": (
        'for n, m in [("a", "sm__a.sum"), ("b", "lts__b.sum")]:\n    run(["ncu", "-o", n, "--metrics", m, "./a"])',
        ["ncu --export=a --metrics=sm__a.sum > ./a", "ncu --export=b --metrics=lts__b.sum > ./a"],
    ),
    "default-of-environment": (
        'm = os.environ.get("M", "sm__a.sum")\nrun(["ncu", "--metrics", m, "./a"])',
        ["ncu --metrics=sm__a.sum > ./a"],
    ),
    "modal": (
        '@app.function(gpu="B200:1")\ndef f() -> dict:\n    query = subprocess.run(\n        ["ncu", "--query-metrics"],\n        check=True,\n    ).stdout\n',
        ["ncu:query --query-metrics"],
    ),
    "import-star": (
        'def f(report: Path, *args: str) -> str:\n    cmd = ["ncu", "--import", str(report), *args]\n    return out(cmd)',
        ["~ncu:import --import=□ <□>"],
    ),
    # strings
    "system": ('os.system("ncu --csv --import ./l.ncu-rep > o.csv")', ["ncu:import --csv --import=./l.ncu-rep"]),
    "system-f": (
        'm = "sm__a.sum"\nos.system(f"ncu --metrics {m} ./app {x} > {o}")',
        ["ncu --metrics=sm__a.sum > ./app □"],
    ),
    "system-adjacent": (
        'os.system("ncu --csv --profile-from-start off --metrics " \\\n    "sm__a.sum," \\\n    "sm__b.sum " \\\n    f"python main.py --solver {s} > t.csv")',
        ["ncu --csv --profile-from-start=off --metrics=sm__a.sum,sm__b.sum > python main.py --solver □"],
    ),
    "system-sum": (
        'os.system("ncu --set roofline -o " + str(p) + i + " -f " + str(out) + " " + d)',
        ["ncu --set=roofline --export=□□ --force-overwrite > □ □"],
    ),
    "assigned-string": (
        'command = f"ncu --metrics gpu__time_duration.sum --csv ./run {path}"\nwith open("t") as f:\n    os.system(f"{command} > t")',
        ["ncu --metrics=gpu__time_duration.sum --csv > ./run □"],
    ),
    "percent": ('os.system("ncu --metrics %s ./a %d" % (m, 3))', ["ncu --metrics=□ > ./a □"]),
    "percent-known": ('m = "sm__a.sum"\nos.system("ncu --metrics %s ./a" % m)', ["ncu --metrics=sm__a.sum > ./a"]),
    "percent-named": ('c = "ncu -k %(k)s ./a" % {"k": "gemm"}', ["ncu --kernel-name=gemm > ./a"]),
    "format": (
        'm = "sm__a.sum"\ncmd = "ncu --metrics {} -o {out} ./a".format(m, out=o)',
        ["ncu --metrics=sm__a.sum --export=□ > ./a"],
    ),
    "nested-quotes": (
        'c = f"ncu --metrics {",".join(["sm__a.sum", "lts__b.sum"])} ./a"',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "joined-field": (
        "M = ['sm__a.sum', 'lts__b.sum']\nc = f\"ncu --metrics {','.join(M)} ./a\"",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "shlex": ("run(shlex.split(\"ncu --set full -o 'my out' ./a\"))", ["ncu --set=full --export=my␣out > ./a"]),
    "split": ('run("ncu --set full ./a".split())', ["ncu --set=full > ./a"]),
    "join-words": ('cmd = " ".join(["ncu", "--set", "full", "./a"])\nos.system(cmd)', ["ncu --set=full > ./a"]),
    "with-blank": (
        'm = ", ".join(["sm__a.sum", "lts__b.sum"])\nrun(["ncu", "--metrics", m, "./a"])',
        ["ncu --metrics=sm__a.sum,␣lts__b.sum > ./a"],
    ),
    "with-blank-in-shell": (
        'm = ", ".join(["sm__a.sum", "lts__b.sum"])\nos.system(f"ncu --metrics {m} ./a")',
        ["ncu --metrics=sm__a.sum, > lts__b.sum ./a !value:lts__b.sum"],
    ),
    "script": ('S = """#!/bin/bash\ncd x\nncu --set full \\\\\n    ./a\n"""', ["ncu --set=full > ./a"]),
    "continued-string": ('c = "ncu --set full \\\n  ./a"', ["ncu --set=full > ./a"]),
    "raw": ('c = r"ncu -k regex:\\d+ ./a"', ["ncu --kernel-name=regex:d+ > ./a"]),
    "printed": ('print("  ncu --set full -o x python -m y")', ["ncu --set=full --export=x > python -m y"]),
    "printed-sentence": ('print(f"ncu not available: {err}")\nlog("Running ncu on the kernel")', []),
    "after-program": (
        'cmd = ["ncu", "--set", "basic", "./a", "--clock-control", "none"]',
        ["ncu --set=basic > ./a --clock-control none"],
    ),
    "docstring": ('def f():\n    """Run with: ncu --set full ./a"""\n', []),
    "comment": ("# ncu --set full ./a\nx = 1", []),
    "notebook-fallback": ("!ncu --set full ./a\nimport os\n", []),
    # what does not parse
    "cut-off": ('subprocess.run(["ncu", "--set", "full",\n    "./a"', ["ncu --set=full > ./a"]),
    "ellipsis": ('run(["ncu", ..., "./a"])\n...', ["ncu > □ ./a"]),
    "python2": ('print "x"\nos.system("ncu --set full ./a")', ["ncu --set=full > ./a"]),
    "open-bracket": ('x = (1,\ndef f():\n    os.system("ncu --set full ./a")', ["ncu --set=full > ./a"]),
    "open-string": ('x = "abc\nos.system("ncu --set full ./a")', ["ncu --set=full > ./a"]),
    "zh": (
        'print("现在运行 ncu 命令:")\nos.system("ncu --kernel-name 矩阵 python 脚本.py")',
        ["ncu --kernel-name=矩阵 > python 脚本.py"],
    ),
    "npm": ('run(["ncu", "-u"])', ["npm-check-updates -u"]),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    text, expected = CASES[name]
    commands = find_commands(text, "python")
    check_places(text, commands)
    assert sorted(summary(found) for found in commands.invocations) == sorted(expected)


LISTS = {
    "constant": ('METRICS = ["sm__a.sum", "lts__b.sum"]', [("METRICS", "sm__a.sum lts__b.sum")]),
    "annotated": ('M: list[str] = [\n    "sm__a.sum",\n]', [("M", "sm__a.sum")]),
    "dictionary": ('S = {"mem": ["lts__a.sum"], "sm": ["sm__b.sum"]}', [("mem", "lts__a.sum"), ("sm", "sm__b.sum")]),
    "keys": ('M = {"sm__a.sum": "busy", "lts__b.sum": "L2"}', [("M", "sm__a.sum lts__b.sum")]),
    "pairs": ('M = [("sm__a.sum", "busy"), ("lts__b.sum", "L2")]', [("M", "sm__a.sum lts__b.sum")]),
    "string": ('M = "sm__a.sum,lts__b.sum"', [("M", "sm__a.sum lts__b.sum")]),
    "argparse": (
        'p.add_argument("--metrics", default="sm__a.sum,lts__b.sum")',
        [("--metrics", "sm__a.sum lts__b.sum")],
    ),
    "set": ('M = {"sm__a.sum", "lts__b.sum"}', [("M", "sm__a.sum lts__b.sum")]),
    "prefixes": (
        'M = ["breakdown:sm__throughput.avg", "regex:dram__.*"]',
        [("M", "breakdown:sm__throughput.avg regex:dram__.*")],
    ),
    "appended": (
        'M = ["sm__a.sum"]\nM += ["lts__b.sum"]\nM.append("dram__c.sum")',
        [("M", "sm__a.sum lts__b.sum dram__c.sum")],
    ),
    "no-names": ('X = ["__init__", "__main__", "a__b/c.py", "x"]\nY = ["accuracy", "loss"]', []),
    "used": ('M = ["sm__a.sum"]\nrun(["ncu", "--metrics", ",".join(M), "./a"])', []),
}


@pytest.mark.parametrize("name", LISTS)
def test_list(name):
    text, expected = LISTS[name]
    commands = find_commands(text, "python")
    check_places(text, commands)
    assert [(one.name, " ".join(r.text for r in one.requests)) for one in commands.lists] == expected
