/** SQLSTATEs of violated constraints. */
const states = { unique: '23505', reference: '23503' } as const

/** Whether a statement violated a constraint of this kind: a duplicate value, or a row that others refer to. */
export function violatesConstraint(error: unknown, constraint: keyof typeof states): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : null
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === states[constraint]
}
