import { describe, expect, it } from 'vitest'
import { serverOf } from './index.ts'

describe('the URL of InfluxDB', () => {
  it.each([
    ['influxdb://ada:s%40cret@db.example.com/shop', 'http://ada:s%40cret@db.example.com:8086', 'shop'],
    ['influxdb://db.example.com:80/shop/', 'http://db.example.com:80', 'shop'],
    ['https+influxdb://db.example.com:443/a%20b', 'https://db.example.com:443', 'a b'],
    ['HTTPS://db.example.com:443/', 'https://db.example.com:443', ''],
    ['http://[::1]:9999/shop', 'http://[::1]:9999', 'shop'],
  ])('is read as it is written, with its port: %s', (dsn, base, database) => {
    expect(serverOf(dsn)).toEqual({ base, database })
  })

  it.each(['db.example.com', 'ftp://db.example.com/shop', 'influxdb:///shop', ''])(
    'is asked for where there is none: %j',
    (dsn) => {
      expect(() => serverOf(dsn)).toThrow('The url should be influxdb://user:password@host:8086/database.')
    },
  )
})
