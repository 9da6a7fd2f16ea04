/** The signal of calls that nothing cancels. */
export const never = new AbortController().signal
