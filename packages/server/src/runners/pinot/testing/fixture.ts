import { hostOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => {
    const { protocol, host, port } = hostOptions(url)
    return { brokerScheme: protocol, brokerHost: host, brokerPort: port, controllerURI: url }
  },
  text: 'SELECT 1',
}
