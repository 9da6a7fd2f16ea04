import { hostOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => {
    const { protocol, host: hostname, port } = hostOptions(url)
    return { protocol, hostname, port, username: 'ada', password: 'a secret' }
  },
  text: 'SELECT 1',
  unverified: { trust_certificate: true },
}
