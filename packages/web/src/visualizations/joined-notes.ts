/**
 * The note of a visualization about what it leaves out, in one line.
 * @param parts those that do not apply are false
 * @returns null if none applies
 */
export function joinedNotes(parts: readonly (string | false)[]): string | null {
  const notes = parts.filter((part) => part !== false)
  return notes.length === 0 ? null : notes.join(', ')
}
