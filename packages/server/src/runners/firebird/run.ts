import firebird from 'node-firebird'
import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult, StopUnconfirmed } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import type { BoundText } from '../sql/bound-text.ts'
import { CancellableCalls, STOP_TIMEOUT_MS, startTimeLimit } from '../stopping.ts'
import type { Cell } from '../values/cells.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { type ColumnMapping, columnMapping, installExactReaders, loadBlobs } from './columns.ts'
import {
  close,
  type Database,
  disconnect,
  endAttachment,
  type FirebirdOptions,
  isCancelled,
  open,
  type Statement,
  statementError,
  type Transaction,
} from './connection.ts'
import { parameters } from './parameters.ts'

/**
 * Rows to fetch at a time. More would not be faster: the driver parses a packet from its start with each chunk that arrives.
 */
const FETCH_ROWS = 400
const CANCEL_MILLISECONDS = 200

/** Runs one statement in its own transaction, which is committed once all rows have been read. */
export async function run(
  text: string,
  options: FirebirdOptions,
  context: Pick<RunContext<unknown>, 'signal' | 'onSession' | 'bindsTexts'>,
): Promise<RunnerResult> {
  const { signal, bindsTexts } = context
  let database: Database | null = await open(options, signal)
  return runBound(text, bindsTexts ? parameters : null, signal, async (query) => {
    const statementRun = new StatementRun(database ?? (await open(options, signal)), query, options, signal)
    database = null
    return resultOf(statementRun, context)
  })
}

async function resultOf(
  statementRun: StatementRun,
  { onSession }: Pick<RunContext<unknown>, 'onSession'>,
): Promise<RunnerResult> {
  try {
    const attachment = await statementRun.begin()
    onSession?.({ attachment })
    const mappings = await statementRun.execute()
    if (mappings.length === 0) {
      await statementRun.commit()
      throw new QueryError(NO_DATA)
    }
    return await rowsResult(
      mappings.map(({ column }) => column),
      statementRun.rows(mappings),
    )
  } catch (error) {
    await statementRun.end()
    throw error
  }
}

/** One statement on a connection of its own. */
class StatementRun {
  readonly #database: Database
  readonly #query: BoundText
  readonly #options: FirebirdOptions
  readonly #calls: CancellableCalls
  #attachment = 0
  #transaction: Transaction | null = null
  #statement: Statement | null = null
  /** Rows returned by the execution itself: the one row of a procedure, or of INSERT … RETURNING. */
  #single: Cell[][] | null = null
  #isOver = false

  constructor(database: Database, query: BoundText, options: FirebirdOptions, signal: AbortSignal) {
    this.#database = database
    this.#query = query
    this.#options = options
    this.#calls = new CancellableCalls(signal, {
      stop: (calls) => this.#stop(calls),
      errorOf: (error) => statementError(error, query.text),
    })
  }

  /** Begins the transaction. @returns the id of this attachment at the server */
  async begin(): Promise<number> {
    const transaction = await this.#calls.make(() =>
      this.#database.transactionAsync({ isolation: firebird.ISOLATION_READ_COMMITTED }),
    )
    this.#transaction = transaction
    const [row] = await this.#calls.make(() =>
      transaction.queryAsync('SELECT CURRENT_CONNECTION AS ATTACHMENT FROM RDB$DATABASE'),
    )
    this.#attachment = Number(row?.ATTACHMENT)
    return this.#attachment
  }

  /** Executes the statement. @returns how to read its columns; empty for a statement without rows */
  async execute(): Promise<ColumnMapping[]> {
    const transaction = this.#requireTransaction()
    const statement = await this.#calls.make(() => transaction.newStatementAsync(this.#query.text))
    this.#statement = statement
    const mappings = statement.output.map(columnMapping)
    installExactReaders(statement.output)
    const answer = await this.#calls.make(() => statement.executeAsync(transaction, this.#query.values))
    this.#single = answer?.data?.length > 0 ? answer.data : null
    return mappings
  }

  /** Yields rows in groups. Commits after the last; rolls back if the reader leaves early. */
  async *rows(mappings: readonly ColumnMapping[]): AsyncGenerator<Row[]> {
    const transaction = this.#requireTransaction()
    const statement = this.#statement
    try {
      for (let isWhole = this.#single !== null, group = this.#single ?? []; ; ) {
        if (!isWhole && statement) {
          const fetched = await this.#calls.make(() => statement.fetchAsync(transaction, FETCH_ROWS))
          group = fetched.data
          isWhole = fetched.fetched
        }
        const rows = group
        await this.#calls.make(() => loadBlobs(rows, mappings, transaction))
        yield rows.map((row) => mappings.map(({ read }, index) => readCell(row[index], read)))
        if (isWhole) break
      }
      await this.commit()
    } finally {
      await this.end()
    }
  }

  async commit(): Promise<void> {
    const transaction = this.#requireTransaction()
    await this.#calls.make(() => transaction.commitAsync())
    this.#transaction = null
  }

  /** Rolls back what was not committed, and closes the connection. */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#calls.end()
    // If the server is gone, it has rolled back anyway.
    await this.#transaction?.rollbackAsync().catch(() => undefined)
    await close(this.#database)
  }

  #requireTransaction(): Transaction {
    if (this.#transaction === null) throw new Error('The transaction has not begun.')
    return this.#transaction
  }

  /** Cancels the pending call. @returns the error of the run */
  async #stop(calls: Promise<unknown>): Promise<QueryError> {
    const outcome = calls.then(
      () => 'at rest' as const,
      (error: unknown) => (isCancelled(error) ? ('at rest' as const) : ('unknown' as const)),
    )
    // A cancel that arrives before the statement has started has no effect, so it is repeated.
    const cancel = () => this.#database.cancel()
    const again = setInterval(cancel, CANCEL_MILLISECONDS)
    const limit = startTimeLimit(STOP_TIMEOUT_MS, 'too long' as const)
    cancel()
    try {
      if ((await Promise.race([outcome, limit.expired])) !== 'at rest') {
        disconnect(this.#database.connection)
        await endAttachment(this.#attachment, this.#options, AbortSignal.timeout(2 * STOP_TIMEOUT_MS))
      }
      return new QueryError(CANCELLED)
    } catch (error) {
      return new StopUnconfirmed(error)
    } finally {
      clearInterval(again)
      limit.clear()
    }
  }
}

const readCell = (value: Cell, read: ColumnMapping['read']): Cell =>
  value === null || value === undefined ? null : read(value)
