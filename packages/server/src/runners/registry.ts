import { registry } from '@sightline/domain/registry.ts'
import duckdb from './duckdb/index.ts'
import files from './files/index.ts'
import mysql from './mysql/index.ts'
import postgres from './postgres/index.ts'
import results from './results/index.ts'
import sqlite from './sqlite/index.ts'

/** Every kind of data source, one line per type. Drivers load on first use, so this list stays cheap. */
export const runners = registry('Data source', [duckdb, files, mysql, postgres, results, sqlite])
