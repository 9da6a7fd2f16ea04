/**
 * How hard a password is to guess, as a hint while it is typed: length counts more than odd characters.
 * @returns 0 (nothing) to 4
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const distinct = new Set(password.toLowerCase()).size
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const points = Math.min(password.length, distinct * 2) + kinds * 2
  if (password.length < 6 || points < 10) return 1
  if (points < 15) return 2
  return points < 20 ? 3 : 4
}
