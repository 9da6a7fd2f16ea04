import { describe, expect, it } from 'vitest'
import { configurationSchema } from '../../platform/type-options.ts'
import { encryptions, PostgresOptions, readParameters } from './options.ts'

describe('the options of PostgreSQL', () => {
  it('have the fields of the Redash API (DS-15, DS-19, DS-27)', () => {
    const schema = configurationSchema(PostgresOptions)
    expect(schema.order).toEqual([
      ...[
        'host',
        'port',
        'user',
        'password',
        'dbname',
        'dsn',
        'sslmode',
        'sslrootcertFile',
        'sslcertFile',
        'sslkeyFile',
        'session_time_zone',
        'ssh_tunnel',
      ],
    ])
    expect(schema.required).toEqual(['dbname'])
    expect(schema.secret).toEqual(['password', 'sslrootcertFile', 'sslcertFile', 'sslkeyFile'])
    expect(schema.extra_options).toEqual([
      'sslmode',
      'sslrootcertFile',
      'sslcertFile',
      'sslkeyFile',
      'session_time_zone',
      'ssh_tunnel',
    ])
    expect(schema.properties.port).toMatchObject({ type: 'number', default: 5432 })
    expect(schema.properties.sslmode?.extendedEnum).toContainEqual({ value: 'verify-ca', name: 'Verify CA' })
  })

  it('accept only allowed connection parameters', () => {
    expect(readParameters(`application_name='it\\'s mine' connect_timeout=5  options='-c a=b'`)).toEqual({
      parameters: { application_name: "it's mine", connect_timeout: 5, options: '-c a=b' },
      error: null,
    })
    expect(readParameters('').error).toBeNull()
    expect(readParameters('hostaddr=10.0.0.1').error).toBe(
      'The parameter "hostaddr" cannot be set; these can: application_name, connect_timeout, options.',
    )
    expect(readParameters('application_name=a nonsense').error).toBe('Parameters are written as name=value; "nonsense" is not.')
    expect(readParameters('connect_timeout=soon').error).toBe('connect_timeout is a number of seconds.')
    expect(PostgresOptions.safeParse({ dbname: 'a', dsn: 'passfile=/etc/passwd' }).success).toBe(false)
  })

  it('verify certificates in exactly the modes that say so', () => {
    const verified = (sslmode: string, files = {}) =>
      encryptions(PostgresOptions.parse({ dbname: 'a', sslmode, ...files })).map(
        (way) => way !== false && way.rejectUnauthorized,
      )
    expect(verified('disable')).toEqual([false])
    expect(verified('allow')).toEqual([false, false])
    expect(verified('prefer')).toEqual([false, false])
    expect(verified('require')).toEqual([false])
    expect(verified('require', { sslrootcertFile: Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64') })).toEqual([
      true,
    ])
    expect(verified('verify-ca')).toEqual([true])
    expect(verified('verify-full')).toEqual([true])
  })
})
