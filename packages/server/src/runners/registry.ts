import duckdb from './duckdb/index.ts'
import files from './files/index.ts'
import mysql from './mysql/index.ts'
import postgres from './postgres/index.ts'
import type { AnyRunner } from './runner.ts'
import sqlite from './sqlite/index.ts'

/** Every kind of data source, one line per type. Drivers load on first use, so this list stays cheap. */
export const runners: ReadonlyMap<string, AnyRunner> = registry([duckdb, files, mysql, postgres, sqlite])

/**
 * Makes the look-up table of runners by type id.
 * @throws when a type is there twice or has no name: a malformed plug-in stops the start, not a query later on
 */
export function registry(list: readonly AnyRunner[]): Map<string, AnyRunner> {
  const byType = new Map<string, AnyRunner>()
  for (const runner of list) {
    if (!runner.type || !runner.name) throw new Error(`Data source type "${runner.type}" has no type id or no name.`)
    if (byType.has(runner.type)) throw new Error(`Data source type ${runner.type} already registered.`)
    byType.set(runner.type, runner)
  }
  return byType
}
