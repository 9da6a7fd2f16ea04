/** Whether a text is a date or a time in figures. */
export const isDateLike = (text: string): boolean => /^\d[\d\s:./-]{3,19}$/.test(text)
