/** Media query of phones, upright or lying: parameters open sheets there, because a dropdown with a calendar has no room. */
export const AS_SHEETS = '(max-width: 800px), (max-height: 559px) and (pointer: coarse)'
