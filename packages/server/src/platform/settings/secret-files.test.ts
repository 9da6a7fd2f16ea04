import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { secretSettings } from './areas.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-secret-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (env: Record<string, string>) => readConfig({ SIGHTLINE_DATA_DIR: folder, ...env })

/** Writes a file. @returns its path */
function fileOf(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const KEY = 'k3y-0f-th1s-1nst4llat10n-and-n0-0ther'

describe('a secret setting', () => {
  it('is read from the file that its variable with _FILE names, without the last line break (OPEN-280)', () => {
    const config = read({
      SIGHTLINE_SECRET_KEY_FILE: fileOf('key', `${KEY}\n`),
      SIGHTLINE_DATABASE_URL_FILE: fileOf('database', 'postgres://ada:secret@db/sightline\r\n'),
      SIGHTLINE_METRICS_TOKEN_FILE: fileOf('token', ' a token with spaces \n\n'),
    })
    expect(config).toMatchObject({
      secretKey: KEY,
      secretKeyFile: null,
      databaseUrl: 'postgres://ada:secret@db/sightline',
      metricsToken: ' a token with spaces \n',
    })
  })

  it('is one that holds a key, a password or a token, alone or in a URL (OPEN-280)', () => {
    expect(secretSettings()).toEqual([
      'SIGHTLINE_DATABASE_URL',
      'SIGHTLINE_RESULTS_URL',
      'SIGHTLINE_RESULTS_ACCESS_KEY',
      'SIGHTLINE_RESULTS_SECRET_KEY',
      'SIGHTLINE_SECRET_KEY',
      'SIGHTLINE_NEW_SECRET_KEY',
      'SIGHTLINE_ADMIN_PASSWORD',
      'SIGHTLINE_MAIL_URL',
      'SIGHTLINE_GOOGLE_CLIENT_SECRET',
      'SIGHTLINE_OIDC_CLIENT_SECRET',
      'SIGHTLINE_LDAP_BIND_PASSWORD',
      'SIGHTLINE_METRICS_TOKEN',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
      'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
    ])
  })

  it('is refused if the value is given as well (OPEN-280)', () => {
    expect(() => read({ SIGHTLINE_SECRET_KEY: KEY, SIGHTLINE_SECRET_KEY_FILE: fileOf('key', KEY) })).toThrow(
      new Error('Set either SIGHTLINE_SECRET_KEY or SIGHTLINE_SECRET_KEY_FILE, not both.'),
    )
  })

  it('is refused if its file is missing, cannot be read or is empty (OPEN-280)', () => {
    const missing = join(folder, 'missing')
    const sentences: [string, string][] = [
      [missing, `The file that SIGHTLINE_MAIL_URL_FILE names cannot be read: ${missing} (ENOENT).`],
      [folder, `The file that SIGHTLINE_MAIL_URL_FILE names cannot be read: ${folder} (EISDIR).`],
      [fileOf('empty', '\n'), `The file that SIGHTLINE_MAIL_URL_FILE names is empty: ${join(folder, 'empty')}.`],
    ]
    for (const [path, sentence] of sentences)
      expect(() => read({ SIGHTLINE_MAIL_URL_FILE: path })).toThrow(expect.objectContaining({ message: sentence }))
  })

  it('is checked like a value in the environment (OPEN-280)', () => {
    expect(() => read({ SIGHTLINE_METRICS_TOKEN_FILE: fileOf('short', 'short\n') })).toThrow(
      'SIGHTLINE_METRICS_TOKEN needs at least 16 characters.',
    )
  })

  it('has no file if it is not secret (OPEN-280)', () => {
    expect(read({ PORT_FILE: fileOf('port', '80') }).port).toBe(5000)
  })
})
