/** SQLSTATE of what a constraint refuses. */
const states = { unique: '23505', reference: '23503' } as const

/** Whether a statement failed at a constraint of this kind: a value that is taken, or a row that others refer to. */
export function violatesConstraint(error: unknown, constraint: keyof typeof states): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : null
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === states[constraint]
}
