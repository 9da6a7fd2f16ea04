/** A whole number as people read it: `5,000,000`. Asking `Intl` for this takes browsers as long as drawing a chart, before any page is there. */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
