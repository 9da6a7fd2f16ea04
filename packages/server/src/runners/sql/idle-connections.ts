const IDLE_SECONDS = 30
/** Per set of options; a process rarely runs more than one query at a time. */
const MAX_IDLE = 2

interface Entry<Connection> {
  key: string
  connection: Connection
  /** Resolves when the session state of the last query has been reset; false if that failed. */
  isClean: Promise<boolean>
  timer: NodeJS.Timeout
}

/** Keeps connections for a short while, for the next query with the same options. */
export class IdleConnections<Connection> {
  readonly #close: (connection: Connection) => void
  readonly #entries: Entry<Connection>[] = []

  constructor(close: (connection: Connection) => void) {
    this.#close = close
  }

  /** The connection that was used last, or null. It may be broken. */
  async take(key: string): Promise<Connection | null> {
    const entry = this.#remove((other) => other.key === key)
    return entry && (await entry.isClean) ? entry.connection : null
  }

  /** @param isClean resolves to true when the connection may be used again, to false if it cannot be */
  put(key: string, connection: Connection, isClean: Promise<boolean>): void {
    const timer = setTimeout(() => this.#drop(connection), IDLE_SECONDS * 1000)
    timer.unref()
    this.#entries.push({ key, connection, isClean, timer })
    const [oldest, ...others] = this.#entries.filter((entry) => entry.key === key)
    if (oldest && others.length >= MAX_IDLE) this.#drop(oldest.connection)
  }

  /** Removes a connection that has broken. */
  forget(connection: Connection): void {
    this.#remove((entry) => entry.connection === connection)
  }

  #drop(connection: Connection): void {
    this.forget(connection)
    this.#close(connection)
  }

  #remove(matches: (entry: Entry<Connection>) => boolean): Entry<Connection> | null {
    const index = this.#entries.findLastIndex(matches)
    const [entry] = index < 0 ? [] : this.#entries.splice(index, 1)
    if (!entry) return null
    clearTimeout(entry.timer)
    return entry
  }
}
