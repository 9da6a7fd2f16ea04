import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => ({ url }),
  text: 'up',
  unverified: { verify_ssl: false },
  authorityField: 'ca_cert_File',
  languageName: 'PromQL',
}
