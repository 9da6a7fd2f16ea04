const IDLE_SECONDS = 30
/** Kept per set of options; a process rarely runs more than one query at a time. */
const MAX_IDLE = 2

interface Entry<Connection> {
  key: string
  connection: Connection
  /** Resolves when the traces of the last query are gone; false when that failed. */
  isClean: Promise<boolean>
  timer: NodeJS.Timeout
}

/** Connections that wait a little for the next query with the same options. */
export class IdleConnections<Connection> {
  readonly #close: (connection: Connection) => void
  readonly #entries: Entry<Connection>[] = []

  constructor(close: (connection: Connection) => void) {
    this.#close = close
  }

  /** The one that was used last, or null. It may have broken unnoticed. */
  async take(key: string): Promise<Connection | null> {
    const entry = this.#remove((other) => other.key === key)
    return entry && (await entry.isClean) ? entry.connection : null
  }

  /** @param isClean resolves when the connection may be used again; false when it is of no use any more */
  put(key: string, connection: Connection, isClean: Promise<boolean>): void {
    const timer = setTimeout(() => this.#drop(connection), IDLE_SECONDS * 1000)
    timer.unref()
    this.#entries.push({ key, connection, isClean, timer })
    const [oldest, ...others] = this.#entries.filter((entry) => entry.key === key)
    if (oldest && others.length >= MAX_IDLE) this.#drop(oldest.connection)
  }

  /** Leaves out a connection that has broken meanwhile. */
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
