/** The error of a run that someone cancelled. */
export const CANCELLED_ERROR = 'Query cancelled by user.'
