import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

/** A key with a certificate that it has signed itself. */
export interface Certified {
  privateKey: KeyObject
  certificate: X509Certificate
}

/** @param address the address of the server whose certificate this is; none for a certificate that signs documents */
export async function selfSigned(commonName: string, address?: string): Promise<Certified> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: commonName }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: address === undefined ? [] : [{ name: 'subjectAltName', altNames: [{ type: 7, ip: address }] }],
  })
  return { privateKey: createPrivateKey(key), certificate: new X509Certificate(cert) }
}

/** The key as text (PEM). */
export const keyText = ({ privateKey }: Certified): string => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
