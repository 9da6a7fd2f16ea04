import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

/** A key with a self-signed certificate. */
export interface Certified {
  privateKey: KeyObject
  certificate: X509Certificate
}

/** @param address the server's address; none for a certificate that signs documents */
export async function selfSigned(commonName: string, address?: string): Promise<Certified> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: commonName }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: address === undefined ? [] : [{ name: 'subjectAltName', altNames: [{ type: 7, ip: address }] }],
  })
  return { privateKey: createPrivateKey(key), certificate: new X509Certificate(cert) }
}

/** The key as PEM. */
export const keyText = ({ privateKey }: Certified): string => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A certificate authority. */
export interface Authority {
  /** Its certificate as PEM. */
  pem: string
  /**
   * Issues a server certificate.
   * @param name host name of the certificate
   * @param expired true for one that expired yesterday
   */
  issue(name: string, expired?: boolean): Promise<Certified>
}

const DAY = 86_400_000

export async function startAuthority(commonName: string): Promise<Authority> {
  const attributes = (value: string) => [{ name: 'commonName', value }]
  const own = await generate(attributes(commonName), {
    ...{ keyType: 'ec', algorithm: 'sha256' },
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  return {
    pem: own.cert,
    async issue(name, expired = false) {
      const now = Date.now()
      const { private: key, cert } = await generate(attributes(name), {
        ...{ keyType: 'ec', algorithm: 'sha256', ca: { key: own.private, cert: own.cert } },
        notBeforeDate: new Date(now - 2 * DAY),
        notAfterDate: new Date(now + (expired ? -DAY : DAY)),
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
      })
      return { privateKey: createPrivateKey(key), certificate: new X509Certificate(cert) }
    },
  }
}
