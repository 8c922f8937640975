"""``--report``: a name's values in real reports of every layout."""

import json

import pytest

from metricparse.explain.answer import explain
from metricparse.explain.values import add_values
from metricparse.report.labels import resolver
from metricparse.report.reader import read_report
from tests.cli.test_command import metric
from tests.conftest import DATA


@pytest.mark.parametrize("page", ["h200_torch.raw.csv.gz", "h200_torch.raw.auto.csv.gz"])
def test_values_of_a_full_name_kernel_by_kernel(kb, page):
    report = read_report(str(DATA / page), resolver(kb))
    answer = explain(kb, "gpu__time_duration.sum")
    add_values(answer, report)
    assert len(answer["values"]) == 9
    assert answer["values"][0]["value"] == pytest.approx(1_395_808, rel=1e-3)
    assert answer["values"][0]["unit"] == "ns"


def test_values_behind_a_label_and_a_bare_name(kb):
    report = read_report(str(DATA / "h200_full.raw.csv.gz"), resolver(kb))
    for query, per_kernel in (("Achieved Occupancy", 1), ("smsp__inst_executed", 1)):
        answer = explain(kb, query)
        add_values(answer, report)
        assert len(answer["values"]) >= 14 * per_kernel, query


def test_the_command_shows_them():
    code, out, _ = metric("explain", "gpu__time_duration.sum", "--report", str(DATA / "h200_torch.raw.csv.gz"))
    assert code == 0
    assert "1,395,808 ns" in out
    _, out, _ = metric(
        "explain", "lts__t_bytes.sum", "--format", "json", "--report", str(DATA / "h200_basic.raw.csv.gz")
    )
    assert json.loads(out)[0]["values"] == []
    code, _, err = metric("explain", "lts__t_bytes.sum", "--report", "no-such-file.csv")
    assert code == 2
    assert "no-such-file.csv" in err
