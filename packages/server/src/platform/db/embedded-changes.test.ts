import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFromTemplate } from '../../testing/database.ts'
import type { EmbeddedDatabase } from './database.ts'
import { Changes, mayChange, TABLES_WITH_TRIGGERS } from './embedded-changes.ts'

const tablesOf = (text: string) => mayChange(text)?.tables

describe('the tables that a statement may change', () => {
  it('are those that it names, whatever it reads (OPEN-531)', () => {
    expect(tablesOf('insert into "executions" ("id") values ($1) on conflict do nothing returning "id"')).toEqual([
      'executions',
    ])
    expect(tablesOf('update "executions" set "status" = $1 from "users" where "users"."id" = $2')).toEqual(['executions'])
    expect(tablesOf('insert into "event_days" ("n") values (1) on conflict ("day") do update set "n" = 2')).toEqual([
      'event_days',
    ])
    expect(
      tablesOf(
        'with "next" as (select "id" from "executions" for update of "executions" skip locked) update "executions" set "status" = 2',
      ),
    ).toEqual(['executions'])
    expect(
      tablesOf(
        'with "ended" as (update "executions" set "status" = 3 returning "id"), "stored" as (insert into "query_results" ("id") select "id" from "ended" returning "id") select * from "ended", "stored"',
      ),
    ).toEqual(['executions', 'query_results'])
  })

  it('are all tables if rows are deleted, a trigger writes others, or the statement is not understood (OPEN-531)', () => {
    for (const text of [
      'delete from "sessions" where "id" = $1',
      'with "gone" as (delete from "users" returning "id") update "executions" set "status" = 4',
      'update "queries" set "name" = $1',
      'update sessions set lifetime = 1',
      'update "public"."sessions" set "lifetime" = 1',
      'select "id" from "users" for update',
      'select 1 into "copied"',
      'merge into "users" using "groups" on true when matched then do nothing',
      'truncate "sessions"',
      'create table "more" ()',
    ])
      expect([text, tablesOf(text)]).toEqual([text, null])
  })

  it('are none if it only reads', () => {
    expect(mayChange('select "updated_at" from "users"')).toBeNull()
    expect(mayChange('with "few" as (select 1) select * from "few"')).toBeNull()
  })
})

describe('changes', () => {
  it('are counted for each table, and those of any table for all (OPEN-531)', () => {
    const changes = new Changes()
    changes.add(['executions'])
    changes.add(['sessions', 'users'])
    changes.add(null)
    expect([changes.of(['executions']), changes.of(['groups']), changes.of(['sessions', 'groups'])]).toEqual([2, 1, 2])
  })
})

describe('the tables with triggers', () => {
  let database: EmbeddedDatabase
  beforeAll(async () => {
    database = await openFromTemplate()
  })
  afterAll(() => database.close())

  it('are those of the migrations (OPEN-531)', async () => {
    const { rows } = await database.pglite.query<{ name: string }>(
      'select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal',
    )
    expect(rows.map(({ name }) => name)).toEqual(TABLES_WITH_TRIGGERS)
  })

  it('are the only ones by which an update reaches other tables (OPEN-531)', async () => {
    const cascades = await database.db.execute(
      sql`select conname from pg_constraint where contype = 'f' and confupdtype <> 'a'`,
    )
    expect(cascades).toMatchObject({ rows: [] })
  })
})
