import { type DestinationStream, symbols } from 'pino'

/** Characters of about twenty requests. */
const MAX_CHARACTERS = 4096
const INFO = 30

/** A destination that holds lines back. */
export interface HeldLines extends DestinationStream {
  /** Has pino set `lastLevel` before it writes a line. */
  [symbols.needsMetadataGsym]: true
  lastLevel: number
  /** Writes the lines that are held. */
  flush(): void
}

/**
 * Writes lines of the levels info and below several at a time, because a system call for each would take longer than the line
 * itself. A warning or an error is written at once, after the lines before it.
 * @param destination gets whole lines, in their order
 */
export function holdLines(destination: DestinationStream): HeldLines {
  let held = ''
  const flush = () => {
    const lines = held
    held = ''
    if (lines !== '') destination.write(lines)
  }
  return {
    [symbols.needsMetadataGsym]: true,
    lastLevel: INFO,
    write(line) {
      held += line
      if (this.lastLevel > INFO || held.length > MAX_CHARACTERS) flush()
    },
    flush,
  }
}
