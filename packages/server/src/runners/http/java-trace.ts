/** One exception in a stack trace of Java. */
export interface JavaCause {
  /** Its class without the package, such as `NumberFormatException`. */
  name: string
  message: string
}

/** The class of an exception, in front of its message. */
const CLASS = /^(?:Caused by: )?(?:[a-z]\w*\.)+(?:\w+\$)*([A-Z]\w*): /

/**
 * The exceptions of a stack trace, the outermost first. The last cause usually says the most.
 * @param lines of the trace: `java.lang.RuntimeException: message`, with the other lines of a message, then `\tat …` and `Caused by: …`
 */
export function causesIn(lines: readonly string[]): JavaCause[] {
  const causes: JavaCause[] = []
  let open: JavaCause | null = null
  for (const line of lines) {
    const [, name] = CLASS.exec(line) ?? []
    if (name !== undefined) {
      open = { name, message: line.replace(CLASS, '') }
      causes.push(open)
    } else if (isFrame(line)) open = null
    else if (open) open.message += `\n${line}`
  }
  return causes.map(({ name, message }) => ({ name, message: message.trim() }))
}

const isFrame = (line: string): boolean => /^(\s*at |\s*\.\.\.)/.test(line)
