# Median durations of each job by setup, from `bin/spindle report RESULTS --format tidy > runs.csv`.
# Usage: Rscript medians.R runs.csv
runs <- read.csv(commandArgs(trailingOnly = TRUE)[1], check.names = FALSE)
valid <- runs[runs$status == "ok", ]
cells <- aggregate(duration_s ~ setup + job, valid, function(s) c(count = length(s), median = median(s)))
print(cells[, c("job", "setup", "duration_s")], row.names = FALSE)

# Where time went, if the nodes were watched.
limits <- grep("^limited_by_", names(runs), value = TRUE)
if (length(limits) > 0) {
  print(aggregate(valid[limits], valid[c("setup", "job")], median), row.names = FALSE)
}
