/** Addresses that rendered content may lead to: these schemes, or no scheme at all (a place within the product). */
export const ALLOWED_URL = /^(?:(?:https?|data|tel|sms|mailto):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i

/** Whether content may link to an address. Blanks and control characters, which browsers skip, do not hide a scheme. */
export function isAllowedUrl(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are what browsers leave out
  return ALLOWED_URL.test(address.replace(/[\u0000-\u0020\u00A0\u1680\u180E\u2000-\u2029\u205F\u3000]/g, ''))
}
