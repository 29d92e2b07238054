/* Prices that a reader changes. */

function showPrices() {
}
