/* Which mean durations are not told from one another: the intervals of SpeedUp and SuiteRatio of the library, of what the page has of each mean. */

/** Lanczos' approximation with g = 7 (SIAM Journal on Numerical Analysis 1, 1964), to about 15 digits; for a value above 0. */
const LANCZOS = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];

function logGamma(value) {
  const x = value - 1;
  const t = x + 7.5;
  const sum = LANCZOS.reduce((all, coefficient, at) => at === 0 ? coefficient : all + coefficient / (x + at), 0);
  return Math.log(2 * Math.PI) / 2 + (x + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Of x, its complement y, a and b: the continued fraction of DiDonato and Morris, as in the library's IncompleteBeta. */
function betaFraction(x, y, a, b) {
  const excess = x < 0.5 ? a - (a + b) * x : (a + b) * y - b;
  const alpha = n => (a + n - 1) * (a + b + n - 1) * n * (b - n) * x * x / (a + 2 * n - 1) ** 2;
  const beta = n => (n === 0 ? 0 : n + n * (b - n) * x / (a + 2 * n - 1)) + (a + n) * (excess + 1 + n * (1 + y)) / (a + 2 * n + 1);
  const away = value => Math.abs(value) < 1e-300 ? 1e-300 : value;
  let value = beta(0);
  let numerator = value;
  let denominator = 0;
  for (let n = 1, change = 0; n < 1e6 && Math.abs(change - 1) > 3e-16; n++) {
    denominator = 1 / away(beta(n) + alpha(n) * denominator);
    numerator = away(beta(n) + alpha(n) / numerator);
    change = numerator * denominator;
    value *= change;
  }
  return value;
}

/** The t below which |T| stays with this probability: Newton's steps from 0, none of which goes too far, as the two-sided p is convex. */
function studentQuantile(confidence, df) {
  const logBeta = logGamma(df / 2) + logGamma(0.5) - logGamma((df + 1) / 2);
  const twoSided = t => {
    const x = df / (df + t * t);
    const y = t * t / (df + t * t);
    const front = t === 0 ? 0 : Math.exp(df / 2 * Math.log(x) + Math.log(y) / 2 - logBeta);
    const a = df / 2;
    return x < (a + 1) / (a + 2.5) ? front / betaFraction(x, y, a, 0.5) : 1 - front / betaFraction(y, x, 0.5, a);
  };
  let t = 0;
  for (let step = 1, at = 0; at < 2000 && step > 1e-15 * t; at++) {
    const density = Math.exp(-(df + 1) / 2 * Math.log1p(t * t / df) - logBeta) / Math.sqrt(df);
    step = (twoSided(t) - (1 - confidence)) / (2 * density);
    t += Math.max(0, step);
  }
  return t;
}

/** Of degrees of freedom in steps: hundreds of setups are compared each with each. */
const quantiles = new Map();

function steppedQuantile(confidence, df) {
  const key = confidence + ' ' + df;
  if (!quantiles.has(key)) {
    quantiles.set(key, studentQuantile(confidence, df));
  }
  return quantiles.get(key);
}

/**
 * Whether a value may be the true ratio of one mean to another.
 *
 * @param one relative variances with their degrees of freedom, whose sum counts; absent where nothing bounds a ratio
 * @param other the same of the other mean
 * @param value over the ratio of the means
 * @param linear whether means are arithmetic, of one job; of several they are geometric
 */
function mayBe(one, other, value, confidence, linear = true) {
  if (!one || !other) {
    return true;
  }
  const own = one.reduce((all, [variance]) => all + variance, 0);
  const others = other.reduce((all, [variance]) => all + variance, 0);
  const total = own + others;
  if (total === 0) {
    return false;
  }
  const inverse = parts => parts.reduce((all, [variance, df]) => all + (variance / total) ** 2 / df, 0);
  const df = 1 / (inverse(one) + inverse(other));
  const distance = linear ? (1 - value) ** 2 / (own + value * value * others) : Math.log(value) ** 2 / total;
  const inside = t => distance <= t * t || (linear && t * t * others >= 1);
  const step = Math.max(1, Math.floor(df * 16) / 16);
  if (inside(steppedQuantile(confidence, step + 1 / 16) * (1 - 1e-9))) {
    return true;
  }
  return inside(steppedQuantile(confidence, step) * (1 + 1e-9)) && inside(studentQuantile(confidence, df));
}
