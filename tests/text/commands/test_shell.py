# ruff: noqa: E501
"""Shell scripts and consoles, in the manner of public scripts: which words the profiler gets."""

import pytest

from metricparse.text.commands import find_commands
from tests.text.commands.summary import check_places, summary

CASES = {
    # wrappers and what stands before the tool
    "sudo": ("sudo ncu --set full ./a.out", ["ncu --set=full > ./a.out"]),
    "sudo-env": ("sudo -E env PATH=$PATH ncu -o out ./a", ["ncu --export=out > ./a"]),
    "which": (
        'sudo "$(which ncu)" -f --set full -o prof gemm',
        ["ncu --force-overwrite --set=full --export=prof > gemm"],
    ),
    "assignments": (
        "CUDA_VISIBLE_DEVICES=0 LC_ALL=C ncu --metrics gpu__time_duration.sum ./bench",
        ["ncu --metrics=gpu__time_duration.sum > ./bench"],
    ),
    "srun": (
        'srun --ntasks=1 ncu -f -o "prof_%i" --clock-control=none --set full ./main 0.4 4',
        ["ncu --force-overwrite --export=prof_%i --clock-control=none --set=full > ./main 0.4 4"],
    ),
    "srun-short": (
        "srun -n 1 -G 4 ncu --set=full -o ncu -f ./main -n1 32",
        ["ncu --set=full --export=ncu --force-overwrite > ./main -n1 32"],
    ),
    "mpirun-outside": (
        "mpirun -np 4 ncu -o r_%q{OMPI_COMM_WORLD_RANK} ./app",
        ["ncu --export=r_%q{OMPI_COMM_WORLD_RANK} > ./app"],
    ),
    "mpirun-inside": (
        "ncu --target-processes all -o report mpirun -np 4 ./app -in x.dat",
        ["ncu --target-processes=all --export=report > mpirun -np 4 ./app -in x.dat"],
    ),
    "numactl": ("numactl --cpunodebind=0 --membind 0 ncu -c 1 ./a", ["ncu --launch-count=1 > ./a"]),
    "timeout": ("timeout 600 ncu --set basic ./a", ["ncu --set=basic > ./a"]),
    "time": ("time ncu ./a", ["ncu > ./a"]),
    "nohup": ("nohup ncu --set full python train.py > log 2>&1 &", ["ncu --set=full > python train.py"]),
    "nice": ("nice -n 10 taskset -c 0-3 ncu ./a", ["ncu > ./a"]),
    "conda": ("conda run -n torch ncu --set full python x.py", ["ncu --set=full > python x.py"]),
    "uv": ("uv run ncu -o x python y.py", ["ncu --export=x > python y.py"]),
    "docker": (
        "docker run --rm --gpus all -v $PWD:/w -w /w nvcr.io/nvidia/pytorch:25.01-py3 ncu --set full -o o python t.py",
        ["ncu --set=full --export=o > python t.py"],
    ),
    "docker-shell": (
        "docker run --rm --gpus all --entrypoint bash img:1 -c '\n    ncu --target-processes all \\\n        -k k1 \\\n        --csv \\\n        /w/app --x 1'",
        ["ncu --target-processes=all --kernel-name=k1 --csv > /w/app --x 1"],
    ),
    "singularity": ("singularity exec --nv img.sif ncu --set full ./a", ["ncu --set=full > ./a"]),
    "kubectl": ("kubectl exec -it pod-0 -- ncu --set basic ./a", ["ncu --set=basic > ./a"]),
    "bash-c": ("bash -lc 'cd /w && ncu --set full ./a'", ["ncu --set=full > ./a"]),
    "ssh": ('ssh gpu1 "cd w; ncu -o out ./a"', ["ncu --export=out > ./a"]),
    "sbatch-wrap": ('sbatch -p gpu --wrap="ncu --set full -o o ./a"', ["ncu --set=full --export=o > ./a"]),
    "eval": ('eval "ncu --set full ./a"', ["ncu --set=full > ./a"]),
    "exec": ("exec ncu --mode=launch ./a", ["ncu:launch --mode=launch > ./a"]),
    "xargs": ("cat kernels | xargs -I{} ncu -k {} ./a", ["ncu --kernel-name={} > ./a"]),
    "path": (
        "/opt/nvidia/nsight-compute/2024.1.1/ncu --set full ./a",
        ["ncu --set=full > ./a"],
    ),
    "path-variable": ("${CUDA_HOME}/bin/ncu --set full ./a", ["ncu --set=full > ./a"]),
    "tool-variable": ("NCU=/usr/local/cuda/bin/ncu\n$NCU --section Occupancy ./a", ["ncu --section=Occupancy > ./a"]),
    "tool-variable-default": ('NCU="${NCU:-ncu}"\n"$NCU" --section Occupancy ./a', ["ncu --section=Occupancy > ./a"]),
    "tool-variable-unset": (
        "${NCU} --set full --kernel-name-base function ./a",
        ["ncu --set=full --kernel-name-base=function > ./a"],
    ),
    "old-name": (
        "nv-nsight-cu-cli --set full --profile-from-start 0 -o b1 python3 check.py",
        ["ncu --set=full --profile-from-start=0 --export=b1 > python3 check.py"],
    ),
    "old-option": (
        "nv-nsight-cu-cli --set full --details-all -o b1 python3 check.py",
        ["ncu --set=full ?--details-all --export=b1 > python3 check.py"],
    ),
    "old-option-with-value": (
        "ncu --set detailed --kernel-regex-base function --sampling-interval auto -o x ./a -n 4",
        ["~ncu --set=detailed ?--kernel-regex-base=function ?--sampling-interval=auto --export=x > ./a -n 4"],
    ),
    "exe": ("./bin/ncu.exe --set full a.exe", ["ncu --set=full > a.exe"]),
    # what is no command of the profiler
    "lookup": ("which ncu; command -v ncu >/dev/null; type -P ncu", []),
    "install": ("apt-get install -y nsight-compute-2025.3.1 ncu", []),
    "grep": ("grep -r ncu . | head", []),
    "other-programs-argument": ("python run.py --profiler ncu --metrics accuracy", []),
    "wrapped-argument": ("srun python run.py --tool ncu --metrics a__b", []),
    "module": ("module load nsight-compute", []),
    "npm": (
        "npx ncu -u\nncu --upgrade --target minor\nncu -u && npm install",
        ["npm-check-updates --upgrade --target minor", "npm-check-updates -u"],
    ),
    "ui": ("ncu-ui report.ncu-rep", ["ncu-ui report.ncu-rep"]),
    "nvprof": (
        "nvprof --metrics achieved_occupancy,gld_efficiency ./a",
        ["nvprof --metrics achieved_occupancy,gld_efficiency ./a"],
    ),
    "nsys": ("nsys profile --trace=cuda,nvtx -o timeline ./app", ["nsys profile --trace=cuda,nvtx -o timeline ./app"]),
    "comment": ("ls # ncu --set full ./a\n", []),
    # options
    "equals": (
        "ncu --cache-control=all --clock-control=base res/gemm",
        ["ncu --cache-control=all --clock-control=base > res/gemm"],
    ),
    "cluster": ("ncu -fo out ./a", ["ncu --force-overwrite --export=out > ./a"]),
    "glued": ("ncu -c1 -s5 -kfoo ./a", ["ncu --launch-count=1 --launch-skip=5 --kernel-name=foo > ./a"]),
    "regex": (
        'ncu -k regex:"attn_(a|b)" -c 3 --metrics dram__bytes.sum ./a',
        ["ncu --kernel-name=regex:attn_(a|b) --launch-count=3 --metrics=dram__bytes.sum > ./a"],
    ),
    "regex-unquoted-star": (
        "ncu --kernel-name regex:csrmm_alg2_kernel* ./a",
        ["ncu --kernel-name=regex:csrmm_alg2_kernel* > ./a"],
    ),
    "dashes": ("ncu --set basic -- ./a --set x", ["ncu --set=basic -- > ./a --set x"]),
    "dashes-of-the-program": (
        "ncu --set basic ./run.sh -- --launch-count 3",
        ["ncu --set=basic > ./run.sh -- --launch-count 3"],
    ),
    "after-program": ("ncu -o out ./a --set full", ["ncu --export=out > ./a --set full"]),
    "program-metrics": (
        "ncu --set basic python3 t.py --metrics accuracy,loss",
        ["ncu --set=basic > python3 t.py --metrics accuracy,loss"],
    ),
    "many-sections": (
        "ncu --csv --page raw --section LaunchStats --section Occupancy ./a",
        ["ncu --csv --page=raw --section=LaunchStats --section=Occupancy > ./a"],
    ),
    "ambiguous": ("ncu --print-metric name ./a", ["~ncu ?--print-metric=name > ./a"]),
    "one-dash": ("ncu -metrics gpu__time_duration.sum ./a", ["~ncu ?-metrics=gpu__time_duration.sum > ./a"]),
    "nvtx": (
        'ncu --nvtx --nvtx-include "Step 0/" -c 1 python p.py',
        ["ncu --nvtx --nvtx-include=Step␣0/ --launch-count=1 > python p.py"],
    ),
    "nvtx-bracket": ('ncu --nvtx-include "regex:bw:.*:iter]" ./a', ["ncu --nvtx-include=regex:bw:.*:iter] > ./a"]),
    "no-value": (
        "ncu --csv --launch-count --launch-skip --export temp ./a",
        ["ncu --csv --launch-count --launch-skip --export=temp > ./a"],
    ),
    "negative": ("ncu --launch-count -1 ./a", ["ncu --launch-count=-1 > ./a"]),
    "no-program": ("ncu --set full", ["ncu --set=full"]),
    "bare": ("ncu", ["ncu"]),
    # modes
    "version": ("ncu --version", ["ncu:list --version"]),
    "list": ("ncu --list-sections | grep Roof", ["ncu:list --list-sections"]),
    "query": ("ncu --query-metrics-mode all > all.txt", ["ncu:query --query-metrics-mode=all"]),
    "query-collection": (
        "ncu --query-metrics-collection pmsampling --chips gh100",
        ["ncu:query --query-metrics-collection=pmsampling --chips=gh100"],
    ),
    "query-abbreviated": ("ncu --query-metric", ["ncu ?--query-metric"]),
    "import": ("ncu --import a.ncu-rep --page raw --csv > a.csv", ["ncu:import --import=a.ncu-rep --page=raw --csv"]),
    "import-short": ("ncu -i a.ncu-rep --print-source sass", ["ncu:import --import=a.ncu-rep --print-source=sass"]),
    "attach": (
        "ncu --mode attach --hostname 10.0.0.2 --set full",
        ["ncu:attach --mode=attach --hostname=10.0.0.2 --set=full"],
    ),
    "list-metrics": ("ncu --set full --list-metrics", ["ncu:list --set=full --list-metrics"]),
    "config-file": (
        "ncu --config-file off --config-file-path ./c ./a",
        ["ncu --config-file=off --config-file-path=./c > ./a"],
    ),
    # continuations
    "continued": (
        "ncu \\\n    --metrics sm__a.sum,lts__b.sum \\\n    --launch-count 1 \\\n    ./app",
        ["ncu --metrics=sm__a.sum,lts__b.sum --launch-count=1 > ./app"],
    ),
    "continued-list": (
        "ncu --metrics sm__a.sum,\\\nlts__b.sum \\\n ./app",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./app"],
    ),
    "continued-crlf": (
        "ncu --metrics sm__a.sum,\\\r\nlts__b.sum \\\r\n ./app\r\n",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./app"],
    ),
    "continued-indented": (
        "ncu --metrics sm__a.sum,\\\n  lts__b.sum,\\\n  dram__c.sum \\\n  --csv ./app",
        ["ncu --metrics=sm__a.sum, > lts__b.sum, dram__c.sum --csv ./app !indentation:lts__b.sum,+dram__c.sum"],
    ),
    "continued-in-quotes": (
        'ncu --metrics "sm__a.sum,\\\n  lts__b.sum" ./app',
        ["ncu --metrics=sm__a.sum,␣␣lts__b.sum > ./app"],
    ),
    "continued-in-single-quotes": (
        "ncu --metrics 'sm__a.sum,\\\nlts__b.sum' ./app",
        ["ncu --metrics=sm__a.sum,\\⏎lts__b.sum > ./app"],
    ),
    "blank-behind-backslash": (
        "ncu --metrics sm__a.sum,\\ \nlts__b.sum ./app",
        ["ncu --metrics=sm__a.sum,␣ !blank-behind-backslash:lts__b.sum"],
    ),
    "blank-behind-backslash-no-list": ("ncu --set full \\ \n ./app", ["ncu --set=full > ␣ !blank-behind-backslash:"]),
    "newline": ("ncu --metrics sm__a.sum,\nlts__b.sum ./app", ["ncu --metrics=sm__a.sum, !newline:lts__b.sum"]),
    "blank": (
        "ncu --metrics sm__a.sum, lts__b.sum ./app",
        ["ncu --metrics=sm__a.sum, > lts__b.sum ./app !blank:lts__b.sum"],
    ),
    "blank-before-comma": (
        "ncu --metrics sm__a.sum ,lts__b.sum ./app",
        ["ncu --metrics=sm__a.sum > ,lts__b.sum ./app !blank:,lts__b.sum"],
    ),
    "blank-no-comma": (
        "ncu --metrics sm__a.sum lts__b.sum ./app",
        ["ncu --metrics=sm__a.sum > lts__b.sum ./app !blank:lts__b.sum"],
    ),
    "braces": (
        "ncu --metrics sm__{a,b}.sum ./app",
        ["ncu --metrics=sm__a.sum > sm__b.sum ./app !braces:sm__b.sum"],
    ),
    "quoted-braces": ("ncu --metrics 'sm__{a,b}.sum' ./app", ["ncu --metrics=sm__{a,b}.sum > ./app"]),
    # several commands
    "pipe": (
        'ncu --set basic ./a 2>&1 | tee log | grep -E "a|b"\nncu --import r --csv',
        ["ncu --set=basic > ./a", "ncu:import --import=r --csv"],
    ),
    "and": ("make && ncu ./a || ncu ./b; ncu ./c &", ["ncu > ./a", "ncu > ./b", "ncu > ./c"]),
    "subshell": ("(cd x; ncu --set full ./a)", ["ncu --set=full > ./a"]),
    "substitution": (
        'OUT=$(sudo ncu --csv --metrics "$NCU_METRICS" ./"$BIN" 2>/dev/null)',
        ["ncu --csv --metrics=□ > ./□"],
    ),
    "back-ticks": ("OUT=`ncu --csv ./a | tail -1`", ["ncu --csv > ./a"]),
    "condition": (
        "if ncu -k regex:x ./a > log 2>&1 \\\n   && ! grep -q ERR log; then\n  echo ok\nfi",
        ["ncu --kernel-name=regex:x > ./a"],
    ),
    "negated": ("! ncu --set full ./a", ["ncu --set=full > ./a"]),
    "function": (
        'profile() {\n  local b=$1\n  ncu --set full "$b" > "$2" 2>&1\n}\nprofile ./a out',
        ["ncu --set=full > □"],
    ),
    "loop": (
        "for m in sm__a.sum lts__b.avg; do\n  ncu --metrics $m ./a\ndone",
        ["ncu --metrics=sm__a.sum > ./a", "ncu --metrics=lts__b.avg > ./a"],
    ),
    "loop-array": (
        'M=(sm__a.sum lts__b.avg)\nfor m in "${M[@]}"; do ncu --metrics "$m" ./a; done',
        ["ncu --metrics=sm__a.sum > ./a", "ncu --metrics=lts__b.avg > ./a"],
    ),
    "case": (
        'case "$1" in\n  mem) M=dram__a.sum ;;\n  *) M=sm__b.sum ;;\nesac\nncu --metrics $M ./a',
        ["ncu --metrics=sm__b.sum > ./a", "ncu --metrics=dram__a.sum > ./a"],
    ),
    "branches": (
        'if [ -n "$X" ]; then\n  M=dram__a.sum\nelse\n  M=sm__b.sum\nfi\nncu --metrics $M ./a',
        ["ncu --metrics=sm__b.sum > ./a", "ncu --metrics=dram__a.sum > ./a"],
    ),
    "heredoc-script": (
        "cat > job.sh <<EOF\n#!/bin/bash\nncu --set full -o o ./a\nEOF\nsbatch job.sh",
        ["ncu --set=full --export=o > ./a"],
    ),
    "heredoc-piped": ("cat <<'EOF' | bash\nncu --set full ./a\nEOF", ["ncu --set=full > ./a"]),
    "heredoc-unclosed": ("cat <<EOF\nncu --set full ./a\n", ["ncu --set=full > ./a"]),
    "printed": ('echo "Run: ncu --set full -o x ./a"', ["~ncu --set=full --export=x > ./a"]),
    # variables
    "variable": ('M="sm__a.sum,lts__b.sum"\nncu --metrics "$M" ./a', ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"]),
    "variable-continued": (
        'METRICS="sm__a.sum,\\\nlts__b.sum,\\\ndram__c.sum"\nncu --metrics $METRICS --csv $D/app -f $D/$X 2>&1 | tee o',
        ["ncu --metrics=sm__a.sum,lts__b.sum,dram__c.sum --csv > □/app -f □/□"],
    ),
    "variable-appended": (
        "M=sm__a.sum\nM+=,lts__b.sum\nncu --metrics $M ./a",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "variable-itself": (
        'M=sm__a.sum\nM="${M},lts__b.sum"\nncu --metrics=$M ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "variables-joined": (
        'P=sm__a.sum\nS=lts__b.sum\nncu --metrics "$P,$S" ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "variable-with-blanks": (
        'M="sm__a.sum, lts__b.sum"\nncu --metrics $M ./a',
        ["ncu --metrics=sm__a.sum, > lts__b.sum ./a !value:lts__b.sum"],
    ),
    "variable-with-blanks-quoted": (
        'M="sm__a.sum, lts__b.sum"\nncu --metrics "$M" ./a',
        ["ncu --metrics=sm__a.sum,␣lts__b.sum > ./a"],
    ),
    "variable-default": (
        'ncu --metrics "${M:-sm__a.sum,lts__b.sum}" ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "variable-default-set": ("M=dram__c.sum\nncu --metrics ${M:-sm__a.sum} ./a", ["ncu --metrics=dram__c.sum > ./a"]),
    "variable-trailing-comma": (
        'M="sm__a.sum,lts__b.sum,"\nncu --metrics "${M%,}" ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "variable-blanks-removed": (
        "M='sm__a.sum,\n lts__b.sum'\nncu --metrics \"${M//[[:space:]]/}\" ./a",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "variable-blanks-to-commas": (
        'M="sm__a.sum lts__b.sum"\nncu --metrics ${M// /,} ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "variable-tr": (
        "M='sm__a.sum,\n lts__b.sum'\nncu --metrics $(echo $M | tr -d ' \\n') ./a",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "variable-partly-unknown": (
        'ncu --metrics "${UNIT}__throughput.avg" ./a',
        ["ncu --metrics=□__throughput.avg > ./a"],
    ),
    "export": (
        "export M=sm__a.sum\nreadonly N=lts__b.sum\nncu --metrics $M,$N ./a",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "unset": ("M=sm__a.sum\nunset M\nncu --metrics $M ./a", ["ncu --metrics=□ > ./a"]),
    "command-variable": ('RUN="ncu --set full"\n$RUN ./a', ["ncu --set=full > ./a"]),
    "command-variable-unused": ('CMD="ncu --set full ./a"', ["ncu --set=full > ./a"]),
    "command-variable-eval": (
        'CMD="ncu --set full"\nCMD="$CMD -o x ./a"\neval $CMD',
        ["ncu --set=full --export=x > ./a"],
    ),
    "flags-variable": ('FLAGS="--set full -f"\nncu $FLAGS ./a', ["ncu --set=full --force-overwrite > ./a"]),
    "flags-unknown": ("ncu $NCU_FLAGS ./a --x", ["~ncu <□> > ./a --x"]),
    "exe-unknown": ('ncu --set full "$EXE" --size 3', ["ncu --set=full > □ --size 3"]),
    "exe-unknown-unquoted": ("ncu --set full $EXE --size 3", ["ncu --set=full > □ --size 3"]),
    "options-after-unknown": ("ncu $X --set full ./a", ["~ncu --set=full <□> > ./a"]),
    "arguments": ('ncu --set full "$@"', ["~ncu --set=full <□>"]),
    "array": ('A=(--set full -o x)\nncu "${A[@]}" ./a', ["ncu --set=full --export=x > ./a"]),
    "array-appended": (
        'A=(--csv)\nA+=(--metrics sm__a.sum)\nncu "${A[@]}" ./a',
        ["ncu --csv --metrics=sm__a.sum > ./a"],
    ),
    "array-conditional": (
        'A=(--csv)\nif [ $v ]; then A+=(--set full); fi\nncu "${A[@]}" ./a',
        ["~ncu --csv --set=full > ./a"],
    ),
    "array-command": ('C=(ncu --set full)\n"${C[@]}" ./a', ["ncu --set=full > ./a"]),
    "array-joined": (
        'M=(\n  sm__a.sum  # busy\n  lts__b.sum\n)\nncu --metrics "$(IFS=,; echo "${M[*]}")" ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "array-joined-ifs": (
        'M=(sm__a.sum lts__b.sum)\nIFS=,\nncu --metrics "${M[*]}" ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "array-joined-function": (
        'M=(sm__a.sum lts__b.sum)\nncu --metrics "$(join_by , "${M[@]}")" ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "array-joined-printf": (
        'M=(sm__a.sum lts__b.sum)\nL=$(printf \'%s,\' "${M[@]}")\nncu --metrics "${L%,}" ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "array-joined-paste": (
        'M=(sm__a.sum lts__b.sum)\nncu --metrics $(printf "%s\\n" "${M[@]}" | paste -sd,) ./a',
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "array-unjoined": (
        'M=(sm__a.sum lts__b.sum)\nncu --metrics "${M[@]}" ./a',
        ["ncu --metrics=sm__a.sum > lts__b.sum ./a !value:lts__b.sum"],
    ),
    "array-item": ("M=(sm__a.sum lts__b.sum)\nncu --metrics ${M[1]} ./a", ["ncu --metrics=lts__b.sum > ./a"]),
    "heredoc-variable": (
        "M=$(cat <<EOF\nsm__a.sum,lts__b.sum\nEOF\n)\nncu --metrics $M ./a",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    "read-heredoc": (
        "read -r M <<'EOF'\nsm__a.sum,lts__b.sum\nEOF\nncu --metrics $M ./a",
        ["ncu --metrics=sm__a.sum,lts__b.sum > ./a"],
    ),
    # prompts
    "prompt": ("$ ncu --set full ./a\n==PROF== Connected\n", ["ncu --set=full > ./a"]),
    "prompt-root": ("root@box:/w# ncu --set full ./a", ["ncu --set=full > ./a"]),
    "prompt-host": ("(env) me@box:~/w$ sudo ncu -c 1 ./a", ["ncu --launch-count=1 > ./a"]),
    "prompt-brackets": ("[me@box w]$ ncu -c 1 ./a", ["ncu --launch-count=1 > ./a"]),
    "prompt-sharp": ("# ncu -c 1 ./a", ["ncu --launch-count=1 > ./a"]),
    "prompt-continued": ("$ ncu -c 1 \\\n> --set full \\\n> ./a", ["ncu --launch-count=1 --set=full > ./a"]),
    "prompt-greater": ("> ncu -c 1 ./a", ["ncu --launch-count=1 > ./a"]),
    "prompt-windows": ("C:\\w> ncu.exe -c 1 a.exe", ["ncu --launch-count=1 > a.exe"]),
    "notebook": ("!ncu --set full -o x ./a", ["ncu --set=full --export=x > ./a"]),
    "notebook-cell": ("%%bash\nncu --set full ./a", ["ncu --set=full > ./a"]),
    # placeholders of manuals
    "placeholders": ("ncu --metrics <metric> <app> [args]", ["ncu --metrics=□ > □ [args]"]),
    "placeholder-options": (
        "ncu [选项] --metrics <指标列表> <可执行文件> [程序参数]",
        ["~ncu --metrics=□ <[选项]> > □ [程序参数]"],
    ),
    "placeholder-in-list": ("ncu --metrics sm__a.sum,<more> ./a", ["ncu --metrics=sm__a.sum,□ > ./a"]),
    "ellipsis": ("ncu ... --set full ./a", ["~ncu --set=full <...> > ./a"]),
    "template": ("ncu --metrics {{ metrics }} ./a", ["ncu --metrics=□ > ./a"]),
    "workflow-template": ("ncu --metrics ${{ env.M }} ./a", ["ncu --metrics=□ > ./a"]),
    "redirect-is-no-placeholder": ("ncu --set full ./a <in.txt >out.txt", ["ncu --set=full > ./a"]),
    # Chinese around it
    "zh-comment": (
        "# 采集显存流量\nncu --metrics dram__bytes.sum ./应用 # 说明",
        ["ncu --metrics=dram__bytes.sum > ./应用"],
    ),
    "zh-value": (
        "ncu --kernel-name 'regex:矩阵.*' -o 报告 ./a",
        ["ncu --kernel-name=regex:矩阵.* --export=报告 > ./a"],
    ),
    # what must not break
    "apostrophe": ("It doesn't work:\nncu --set full ./a\nthat's all", ["ncu --set=full > ./a"]),
    "open-quote": ('ncu --set full ./a "x', ['ncu --set=full > ./a "x']),
    "open-substitution": ("ncu --set full ./a $(x", ["ncu --set=full > ./a $(x"]),
    "nul": ("ncu --set full\0 ./a", ["ncu --set=full\0 > ./a"]),
    "only-options": ("ncu -", ["ncu > -"]),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    text, expected = CASES[name]
    commands = find_commands(text, "shell")
    check_places(text, commands)
    assert [summary(found) for found in commands.invocations] == expected
