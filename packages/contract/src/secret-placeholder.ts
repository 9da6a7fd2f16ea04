/** Replaces a stored secret in a response. Sent back unchanged, it keeps the stored secret. */
export const SECRET_PLACEHOLDER = '--------'
