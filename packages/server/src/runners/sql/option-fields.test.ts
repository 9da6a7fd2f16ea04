import { describe, expect, it } from 'vitest'
import { runners } from '../registry.ts'
import { sessionTimeZone } from './option-fields.ts'

describe('a session time zone', () => {
  it.each(['', 'organization', 'UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires'])('may be "%s" (DS-31)', (name) => {
    expect(sessionTimeZone().safeParse(name).success).toBe(true)
  })

  it.each([`UTC'; DROP TABLE users; --`, 'Mars/Base', '+05:30', 'Europe/Zurich ', 'UTC\nX: y'])(
    'is never "%s" (DS-31)',
    (name) => {
      expect(sessionTimeZone().safeParse(name).success).toBe(false)
    },
  )

  it('is an option of the databases whose sessions have one (DS-31)', () => {
    const types = [...runners.values()].filter(({ config }) => 'session_time_zone' in config.shape).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['pg', 'redshift', 'mysql', 'clickhouse', 'snowflake', 'trino', 'oracle']))
  })
})
