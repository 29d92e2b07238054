"""Median durations of each job by setup, from `bin/spindle report RESULTS --format tidy > runs.csv`.

Usage: python3 medians.py runs.csv
"""
import sys

import pandas as pd

runs = pd.read_csv(sys.argv[1])
valid = runs[runs["status"] == "ok"]
cells = valid.groupby(["job", "setup"])["duration_s"]
print(cells.agg(["count", "median"]).round(1).to_string())

# Where time went, if the nodes were watched.
limits = [column for column in runs.columns if column.startswith("limited_by_")]
if limits:
    print(valid.groupby(["job", "setup"])[limits].median().round(2).to_string())
