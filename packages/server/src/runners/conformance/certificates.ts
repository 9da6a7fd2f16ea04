import tls from 'node:tls'
import { expect, onTestFinished } from 'vitest'
import { type Authority, startAuthority } from '../../testing/certificate.ts'
import type { ReadValue } from '../../testing/rows-of.ts'
import { CERTIFICATE_REFUSED, startTlsProxies, type TlsNegotiation } from '../../testing/tls-proxy.ts'
import { failureOf } from './runs.ts'
import type { Options } from './setup.ts'

// Cases of real servers that are reached through TLS: proxies in front of them have one certificate each.

const HOST = 'localhost'
const REFUSED = ['unknown', 'misnamed', 'expired'] as const
type Rows = ReadValue[][]

interface Checks {
  known: Authority
  /** Where the server itself listens. */
  port: number
  opening?: TlsNegotiation
  rows: Rows
  read(port: number): Promise<Rows>
  readUnverified?(port: number): Promise<Rows>
}

async function expectChecks({ known, port, opening, rows, read, readUnverified }: Checks): Promise<void> {
  const stranger = await startAuthority('Unknown in the tests')
  const proxies = await startTlsProxies(port, { known, stranger, ...(opening ? { opening } : {}) })
  onTestFinished(() => proxies.close())
  expect(await read(proxies.good)).toEqual(rows)
  for (const kind of REFUSED) {
    expect((await failureOf(read(proxies[kind]))).message).toMatch(CERTIFICATE_REFUSED[kind])
    if (readUnverified) expect(await readUnverified(proxies[kind])).toEqual(rows)
  }
}

/** A way to reach a server behind TLS. */
interface SecuredWay {
  port: number
  /** Reads the row `1` through TLS, with the name of the server and its authority checked. */
  read(options: Options): Promise<Rows>
}

/** Expects that a server is trusted only with a certificate for its name, of the authority that the option `sslCertificateFile` names. */
export async function expectCertificateChecks(ways: readonly SecuredWay[]): Promise<void> {
  const known = await startAuthority('Known in the tests')
  const sslCertificateFile = Buffer.from(known.pem).toString('base64')
  for (const { port, read } of ways)
    await expectChecks({ known, port, rows: [[1n]], read: (at) => read({ host: HOST, sslCertificateFile, port: at }) })
}

/** How a type reaches its server, and what it reads there. */
interface TrustedWay {
  port: number
  /** How the protocol begins encryption; at once when left out. */
  opening?: TlsNegotiation
  rows: Rows
  /** @param url the same place as a URL */
  read(place: { host: string; port: number; url: string }): Promise<Rows>
  /** Options that accept any certificate, if the type has them. */
  readUnverified?(place: { host: string; port: number; url: string }): Promise<Rows>
}

/** Expects that a server is trusted only with a certificate for its name, of an authority that this machine trusts. */
export async function expectTrustOfMachine({ port, opening, rows, read, readUnverified }: TrustedWay): Promise<void> {
  const known = await startAuthority('Known in the tests')
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, known.pem])
  const place = (at: number) => ({ host: HOST, port: at, url: `https://${HOST}:${at}` })
  try {
    await expectChecks({
      ...{ known, port, rows, read: (at) => read(place(at)) },
      ...(opening ? { opening } : {}),
      ...(readUnverified ? { readUnverified: (at) => readUnverified(place(at)) } : {}),
    })
  } finally {
    // Not when the test ends: another authority of the same name would be taken for this one.
    tls.setDefaultCACertificates(before)
  }
}
