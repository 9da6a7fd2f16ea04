/**
 * Formats an integer with commas: `5,000,000`. The first use of `Intl` would delay the first page by as long as it takes to draw
 * a chart.
 */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
