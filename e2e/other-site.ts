import { createServer } from 'node:http'

/** A site of somebody else's, with one page that shows addresses in frames. */
export interface OtherSite {
  url: string
  stop(): Promise<void>
}

/** Serves a page with one frame per address, from another host name and port than the product's. */
export async function startOtherSite(...addresses: string[]): Promise<OtherSite> {
  const frames = addresses.map(
    (address) => `<iframe src="${address.replaceAll('&', '&amp;')}" width="720" height="391"></iframe>`,
  )
  const server = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(`<!doctype html><html lang="en"><title>Another site</title><h1>News</h1>${frames.join('')}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The other site has no port.')
  return {
    // To a browser `localhost` is another site than `127.0.0.1`.
    url: `http://localhost:${address.port}/`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
