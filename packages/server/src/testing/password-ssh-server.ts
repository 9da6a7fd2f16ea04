import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import ssh from 'ssh2'
import type { SshServer } from './ssh-server.ts'

/** The options of a data source that is reached through an SSH server. */
export const tunnelThrough = (gate: SshServer, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ssh_host: gate.host,
  ssh_port: gate.port,
  ssh_username: gate.user,
  ssh_keyFile: Buffer.from(gate.key).toString('base64'),
  ssh_fingerprint: gate.fingerprint,
  ...changes,
})

/** An SSH server with password authentication. */
export interface PasswordSshServer {
  /** The options of a data source that is reached through it. */
  tunnel: Record<string, unknown>
  /** The number of logins. */
  entries(): number
  close(): void
}

/**
 * Starts an SSH server in this process.
 * @param password the accepted password of every user
 * @param leads host names that only this server resolves, with their ports on 127.0.0.1; other destinations are refused
 */
export async function startPasswordSshServer(password: string, leads: Record<string, number> = {}): Promise<PasswordSshServer> {
  const hostKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ type: 'sec1', format: 'pem' })
  let entries = 0
  const server = new ssh.Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => client.end())
    client.on('authentication', (context) => {
      if (context.method !== 'password' || context.password !== password) return context.reject(['password'])
      entries++
      context.accept()
    })
    client.on('tcpip', (accept, reject, { destIP }) => {
      const port = leads[destIP]
      if (port === undefined) return reject()
      const [channel, socket] = [accept(), connect(port, '127.0.0.1')]
      channel.pipe(socket).pipe(channel)
      channel.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      socket.on('error', () => channel.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const key = ssh.utils.parseKey(hostKey)
  if (key instanceof Error) throw key
  const address = server.address()
  const tunnel = {
    ssh_host: '127.0.0.1',
    ssh_port: address !== null && typeof address === 'object' ? address.port : 0,
    ssh_username: 'ada',
    ssh_password: password,
    ssh_fingerprint: `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=$/, '')}`,
  }
  return { tunnel, entries: () => entries, close: () => void server.close() }
}
