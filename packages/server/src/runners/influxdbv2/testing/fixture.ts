import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => ({ url, org: 'o', token: 'a token' }),
  text: 'buckets()',
  unverified: { verify_ssl: false },
  authorityField: 'ssl_ca_cert_File',
  languageName: 'Flux',
}
