# Makes pairs.csv, suites.csv, drift.csv, power.csv, interactions.csv and visits.csv, the oracle of the statistics'
# tests:
#   cd bench-analysis/src/test/resources/org/spindlebench/analysis/stats && Rscript vectors.R
# The files were made with R 4.2.2. A number is empty if it does not exist or is not tested for these values.
options(digits = 17)
set.seed(20260101)
number <- function(v) ifelse(is.na(v), "", format(v, digits = 17, trim = TRUE))
values <- function(v) paste(format(v, digits = 15, trim = TRUE), collapse = " ")

# The degrees of freedom of a sum of variances of means, v, of cells with n values: Welch and Satterthwaite's, at most
# (m - 1)(1 + m/2M) for two cells of m and M values.
most <- function(n) (min(n) - 1) * sum(ifelse(n == min(n), 1, min(n) / (2 * n)))
freedom <- function(v, n) min(sum(v)^2 / sum(v^2 / (n - 1)), most(n))
fieller <- function(x, y, level) {
  n1 <- length(x); n2 <- length(y); vx <- var(x) / n1; vy <- var(y) / n2; r <- mean(x) / mean(y)
  df <- freedom(c(vx, r^2 * vy), c(n1, n2))
  t <- qt(1 - (1 - level) / 2, df); g <- t^2 * vy / mean(y)^2
  if (g >= 1) return(c(r, df, NA, NA))
  half <- t / mean(y) * sqrt((1 - g) * vx + r^2 * vy)
  c(r, df, (r - half) / (1 - g), (r + half) / (1 - g))
}
split.p <- function(score, n1, tolerance) {
  sums <- combn(score, n1, sum)
  centre <- sum(score) * n1 / length(score)
  mean(abs(sums - centre) >= abs(sum(score[1:n1]) - centre) - tolerance)
}
# Computes Welch's power as an integral over b, the first cell's share of the sum of both cells' (n - 1) s^2 / sigma^2.
# The noncentrality ncp is the mean difference in units of its standard deviation.
welch.power <- function(ncp, sd1, n1, sd2, n2, level) {
  v1 <- sd1^2 / n1; v2 <- sd2^2 / n2; nu <- n1 + n2 - 2
  given <- function(phi) {
    b <- sin(phi)^2; w1 <- v1 * b / (n1 - 1); w2 <- v2 * (1 - b) / (n2 - 1)
    df <- pmin((w1 + w2)^2 / (w1^2 / (n1 - 1) + w2^2 / (n2 - 1)), most(c(n1, n2)))
    limit <- qt(1 - (1 - level) / 2, df) * sqrt(nu * (w1 + w2) / (v1 + v2))
    density <- 2 * exp((n1 - 2) * log(sin(phi)) + (n2 - 2) * log(cos(phi)) - lbeta((n1 - 1) / 2, (n2 - 1) / 2))
    density * (pt(limit, nu, ncp, lower.tail = FALSE) + pt(-limit, nu, ncp))
  }
  mode <- atan2(sqrt(n1 - 2), sqrt(n2 - 2))
  if (n1 + n2 < 30) return(integrate(given, 0, pi / 2, rel.tol = 1e-11, subdivisions = 2000)$value)
  reach <- 14 / sqrt(2 * (n1 + n2 - 4))
  integrate(given, max(0, mode - reach), min(pi / 2, mode + reach), rel.tol = 1e-11, subdivisions = 2000)$value
}
detectable <- function(sd1, n1, sd2, n2, power, level) {
  missing <- function(ncp) suppressWarnings(welch.power(ncp, sd1, n1, sd2, n2, level)) - power
  exp(uniroot(missing, c(1e-3, 36), tol = 1e-12)$root * sqrt(sd1^2 / n1 + sd2^2 / n2))
}
# Welch's test of R, with fewer degrees of freedom where the numbers of values differ.
welch.test <- function(lx, ly, level) {
  test <- t.test(lx, ly, conf.level = level); df <- min(test$parameter, most(c(length(lx), length(ly))))
  difference <- mean(lx) - mean(ly); half <- qt(1 - (1 - level) / 2, df) * test$stderr
  if (df == test$parameter) stopifnot(all.equal(as.vector(test$conf.int), difference + c(-half, half)))
  c(test$statistic, df, 2 * pt(-abs(test$statistic), df), exp(difference), exp(difference + c(-half, half)))
}
pair <- function(x, y, level) {
  n1 <- length(x); n2 <- length(y); lx <- log(x); ly <- log(y)
  welch <- welch.test(lx, ly, level)
  ranks <- rank(c(x, y))
  paired <- rep(NA, 4)
  if (n1 == n2 && n1 > 2) {
    test <- t.test(lx, ly, paired = TRUE, conf.level = level)
    paired <- c(exp(test$conf.int), test$p.value, cor(lx, ly))
  }
  c(level, fieller(x, y, level), welch,
    sum(ranks[1:n1]) - n1 * (n1 + 1) / 2, split.p(ranks, n1, 1e-9), split.p(c(lx, ly), n1, 1e-12),
    exp(median(outer(lx, ly, "-"))), detectable(sd(lx), n1, sd(ly), n2, 0.8, level), paired)
}
draw <- function(n, mean, cv, digits) round(mean * exp(rnorm(n, sd = cv)), digits)

cells <- list()
for (i in 1:60) {
  n1 <- sample(2:8, 1); n2 <- if (i %% 3 == 0) n1 else sample(2:8, 1)
  mean <- 10^runif(1, 0.5, 4); cv <- sample(c(0.002, 0.03, 0.1, 0.3), 1)
  # Few digits make ties.
  digits <- if (i %% 4 == 0) -floor(log10(mean * cv)) else 3 - floor(log10(mean))
  repeat {
    x <- draw(n1, mean, cv, digits); y <- draw(n2, mean * runif(1, 0.5, 1.2), cv, digits)
    if (sd(x) > 0 && sd(y) > 0) break
  }
  cells[[i]] <- list(x = x, y = y)
}
cells[[61]] <- list(x = c(412.1, 405.7, 418.9, 409.3, 431.6), y = c(251.4, 247.9, 255, 249.6, 262.3))
cells[[62]] <- list(x = c(100.2, 103.5, 98.7, 101.1, 104.9), y = c(99.0, 101.8, 97.4, 102.6, 96.3))
cells[[63]] <- list(x = c(100, 101, 101, 102, 103), y = c(101, 104, 105, 106, 107))
levels <- rep(c(0.95, 0.95, 0.9, 0.99), length.out = length(cells))
lines <- mapply(function(c, level) paste(c(values(c$x), values(c$y), number(pair(c$x, c$y, level))), collapse = ","), cells, levels)
writeLines(c(paste0("x,y,confidence,r,fieller_df,fieller_low,fieller_high,t,df,p,gm,low,high,u,p_u,p_permutation,hl,",
  "detectable,paired_low,paired_high,paired_p,correlation"), lines), "pairs.csv")

# A suite is seven rows of pairs.csv from the row "first" on (counted from 0), with shares of the baseline's hours.
suite <- function(first, level) {
  jobs <- cells[first + 1:7]; J <- 7; shares <- (1:7) / 28
  r <- sapply(jobs, function(c) mean(c$x) / mean(c$y))
  g <- sapply(jobs, function(c) mean(log(c$x)) - mean(log(c$y))); L <- mean(g)
  v <- unlist(lapply(jobs, function(c) c(var(log(c$x)) / length(c$x), var(log(c$y)) / length(c$y)))) / J^2
  f <- unlist(lapply(jobs, function(c) c(length(c$x), length(c$y)))) - 1
  df <- freedom(v, f + 1); half <- qt(1 - (1 - level) / 2, df) * sqrt(sum(v))
  wide <- qt(1 - (1 - level) / 2, J - 1) * sd(g) / sqrt(J)
  q <- 1 / r; Q <- sum(shares * q)
  w <- unlist(lapply(jobs, function(c) c(var(c$x) / length(c$x) / mean(c$x)^2, var(c$y) / length(c$y) / mean(c$y)^2))) *
    rep((shares * q / Q)^2, each = 2)
  mix <- qt(1 - (1 - level) / 2, freedom(w, f + 1)) * sqrt(sum(w))
  c(first, level, sum(sapply(jobs, function(c) mean(c$x))) / sum(sapply(jobs, function(c) mean(c$y))), exp(L),
    exp(L - half), exp(L + half), df, exp(L - wide), exp(L + wide), 1 / Q, exp(-log(Q) - mix), exp(-log(Q) + mix))
}
lines <- sapply(seq(0, 49, by = 7), function(first) paste(number(suite(first, if (first %% 2 == 0) 0.95 else 0.9)), collapse = ","))
writeLines(c("first,confidence,ratio_of_sums,gm,low,high,df,sample_low,sample_high,mix,mix_low,mix_high", lines), "suites.csv")

drift <- function(e) {
  n <- length(e); time <- seq_len(n); fit <- summary(lm(e ~ time))$coefficients
  kendall <- suppressWarnings(cor.test(time, e, method = "kendall"))
  lags <- min(10, n %/% 5); rest <- e[-1]
  t <- (e[1] - mean(rest)) / (sd(rest) * sqrt(1 + 1 / (n - 1)))
  c(fit[2, 1], fit[2, 4], kendall$estimate, kendall$p.value, acf(e, plot = FALSE)$acf[2],
    Box.test(e, lag = lags, type = "Ljung-Box")$p.value, lags, 2 * pt(-abs(t), n - 2))
}
lines <- sapply(1:24, function(i) {
  n <- c(10, 14, 15, 20, 35, 49, 50, 51, 120)[i %% 9 + 1]
  e <- rnorm(n, sd = 0.05) + (i %% 3) * 0.002 * seq_len(n) / n * 10 + if (i %% 5 == 0) c(0.3, rep(0, n - 1)) else 0
  if (i %% 4 == 0) e <- as.numeric(filter(e, 0.6, method = "recursive"))
  e <- round(e, if (i %% 2 == 0) 2 else 6)
  paste(c(values(e), number(drift(e))), collapse = ",")
})
writeLines(c("residuals,slope,slope_p,kendall,kendall_p,lag_one,ljung_box_p,lags,first_p", lines), "drift.csv")

grid <- expand.grid(sd = c(0.03, 0.2), n1 = c(2, 3, 5, 6, 30), n2 = c(2, 5, 12, 1000), power = c(0.2, 0.8, 0.95), level = c(0.9, 0.95))
delta <- mapply(detectable, grid$sd, grid$n1, grid$sd, grid$n2, grid$power, grid$level)
writeLines(c("sd,n1,n2,power,confidence,detectable", apply(cbind(grid, delta), 1, function(row) paste(number(row), collapse = ","))), "power.csv")

# An interaction is the ratio of the speed-ups of two rows of pairs.csv (counted from 0).
interaction <- function(first, second, level) {
  four <- c(cells[[first + 1]], cells[[second + 1]]); n <- lengths(four)
  v <- sapply(four, function(x) var(x) / length(x) / mean(x)^2); m <- sapply(four, mean)
  df <- freedom(v, n); half <- qt(1 - (1 - level) / 2, df) * sqrt(sum(v))
  q <- (m[3] / m[4]) / (m[1] / m[2])
  c(first, second, level, q, df, q * exp(-half), q * exp(half))
}
first <- c(seq(0, 60, by = 4), 60, 61); second <- c(seq(2, 62, by = 4), 61, 60)
lines <- mapply(function(a, b, level) paste(number(interaction(a, b, level)), collapse = ","), first, second, rep(c(0.95, 0.9, 0.99), length.out = length(first)))
writeLines(c("first,second,confidence,ratio,df,low,high", lines), "interactions.csv")

# Draws jobs in visits to two setups, under two values of a setting that varies within each visit: x[visit, job, run,
# value]. Suite and mix are computed from the first value, by visits. The interaction and the product are those of the
# first job's speed-ups, with visits as units.
visits <- function(n, jobs, runs) {
  shared <- rnorm(n, sd = 0.02)
  array(100 * exp(rep(shared, jobs * runs * 2) + rnorm(n * jobs * runs * 2, sd = 0.01)), c(n, jobs, runs, 2))
}
welch <- function(x, y, level) {
  test <- welch.test(x, y, level)
  test[c(4, 5, 6, 2, 3)]
}
design <- function(i) {
  nx <- c(2, 4, 3, 6)[i %% 4 + 1]; ny <- c(3, 4, 6)[i %% 3 + 1]; jobs <- c(1, 2, 7)[i %% 3 + 1]; runs <- c(1, 3, 2)[i %% 3 + 1]
  level <- c(0.95, 0.9)[i %% 2 + 1]
  x <- round(visits(nx, jobs, runs), 6); y <- round(visits(ny, jobs, runs) / 1.03, 6)
  u <- function(v) apply(log(v[, , , 1, drop = FALSE]), 1, mean)
  means <- function(v) matrix(apply(v[, , , 1, drop = FALSE], c(1, 2), mean), ncol = jobs)
  w <- seq_len(jobs) / sum(seq_len(jobs)); mx <- means(x); my <- means(y)
  q <- colMeans(my) / colMeans(mx); Q <- sum(w * q); a <- w * q / Q
  tx <- as.vector(sweep(mx, 2, colMeans(mx), "/") %*% a); ty <- as.vector(sweep(my, 2, colMeans(my), "/") %*% a)
  v <- c(var(tx) / nx, var(ty) / ny); df <- freedom(v, c(nx, ny))
  half <- qt(1 - (1 - level) / 2, df) * sqrt(sum(v))
  logs <- function(v, value) apply(log(v[, 1, , value, drop = FALSE]), 1, mean)
  change <- welch(logs(y, 1) - logs(y, 2), logs(x, 1) - logs(x, 2), level)
  product <- welch(logs(x, 1) + logs(x, 2), logs(y, 1) + logs(y, 2), level)
  paste(c(level, nx, ny, jobs, runs, values(as.vector(x)), values(as.vector(y)), number(c(welch(u(x), u(y), level),
    1 / Q, exp(-log(Q) - half), exp(-log(Q) + half), change, product))), collapse = ",")
}
writeLines(c(paste0("confidence,nx,ny,jobs,runs,x,y,gm,low,high,df,p,mix,mix_low,mix_high,",
  "change,change_low,change_high,change_df,change_p,product,product_low,product_high,product_df,product_p"), sapply(1:24, design)), "visits.csv")
