import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A key with a certificate that it has signed itself. */
export interface Certified {
  privateKey: KeyObject
  /** The certificate, DER in base64. */
  certificate: string
}

const RSA_SHA256 = Buffer.from('06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/** Makes the smallest certificate (X.509, version 1) that libraries read. */
export function selfSigned(commonName: string): Certified {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(commonName)))))
  const time = (text: string) => der(0x17, Buffer.from(text))
  const content = sequence(
    der(0x02, Buffer.from([1])),
    sequence(RSA_SHA256),
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const certificate = sequence(content, sequence(RSA_SHA256), der(0x03, Buffer.from([0]), signature))
  return { privateKey, certificate: certificate.toString('base64') }
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
