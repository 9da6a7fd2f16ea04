import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'ldapts'
import { type Certified, keyText, selfSigned } from './certificate.ts'
import { freePort } from './free-port.ts'
import { serverCleanup } from './server-cleanup.ts'

const HOST = '127.0.0.1'
const PROGRAM = '/usr/sbin/slapd'
const SCHEMAS = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`)
const SUFFIX = 'dc=example,dc=com'
const PEOPLE = `ou=people,${SUFFIX}`
const GROUPS = `ou=groups,${SUFFIX}`
const ROOT = { dn: `cn=admin,${SUFFIX}`, password: 'the password of the directory' }
const START_MS = 20_000

export interface LdapPerson {
  uid: string
  cn: string
  mail?: string
  password: string
}

/** A running LDAP server. */
export interface LdapServer {
  url: string
  /** The same over TLS. */
  secureUrl: string
  /** The server's self-signed certificate. */
  certified: Certified
  searchBase: string
  /** Where groups are. */
  groupBase: string
  /** The account for searches. */
  bind: { dn: string; password: string }
  add(person: LdapPerson): Promise<void>
  /** Adds a group with the people of these `uid`s. @returns its DN */
  addGroup(cn: string, uids: string[]): Promise<string>
  stop(): Promise<void>
}

/** Starts OpenLDAP on free ports of 127.0.0.1, plain and with TLS, with an empty directory without anonymous access. */
export async function startLdapServer(): Promise<LdapServer> {
  if (!existsSync(PROGRAM)) throw new Error('OpenLDAP is missing: install it with "sudo apt-get install slapd".')
  const folder = await mkdtemp(join(tmpdir(), 'sightline-ldap-'))
  await mkdir(join(folder, 'data'))
  const certified = await selfSigned('Directory of a test', HOST)
  await writeFile(join(folder, 'certificate.pem'), certified.certificate.toString())
  await writeFile(join(folder, 'key.pem'), keyText(certified), { mode: 0o600 })
  const settings = join(folder, 'slapd.conf')
  await writeFile(
    settings,
    [
      ...SCHEMAS,
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `pidfile ${folder}/pid`,
      `TLSCertificateFile ${folder}/certificate.pem`,
      `TLSCertificateKeyFile ${folder}/key.pem`,
      'database mdb',
      `suffix "${SUFFIX}"`,
      `rootdn "${ROOT.dn}"`,
      `rootpw "${ROOT.password}"`,
      `directory ${folder}/data`,
      'access to attrs=userPassword by anonymous auth by * none',
      'access to * by users read by * none',
      '',
    ].join('\n'),
  )
  const port = await freePort()
  const url = `ldap://${HOST}:${port}`
  const secureUrl = `ldaps://${HOST}:${await freePort()}`
  // With a debug level the server stays in the foreground, so that it can be stopped.
  const running = spawn(PROGRAM, ['-f', settings, '-h', `${url} ${secureUrl}`, '-d', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  running.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-4000)
  })
  const stop = serverCleanup(running, folder)
  try {
    await listening(port, () => running.exitCode === null)
    await add(url, SUFFIX, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' })
    await add(url, GROUPS, { objectClass: 'organizationalUnit', ou: 'groups' })
    await add(url, PEOPLE, { objectClass: 'organizationalUnit', ou: 'people' })
  } catch (cause) {
    await stop()
    throw new Error(`OpenLDAP did not start: ${said}`, { cause })
  }
  return {
    url,
    secureUrl,
    certified,
    searchBase: PEOPLE,
    groupBase: GROUPS,
    bind: ROOT,
    add: ({ uid, cn, mail, password }) =>
      add(url, `uid=${uid},${PEOPLE}`, {
        objectClass: 'inetOrgPerson',
        uid,
        cn,
        sn: cn,
        userPassword: password,
        ...(mail === undefined ? {} : { mail }),
      }),
    async addGroup(cn, uids) {
      const dn = `cn=${cn},${GROUPS}`
      await add(url, dn, { objectClass: 'groupOfNames', cn, member: uids.map((uid) => `uid=${uid},${PEOPLE}`) })
      return dn
    },
    stop,
  }
}

async function add(url: string, dn: string, entry: Record<string, string | string[]>): Promise<void> {
  const client = new Client({ url })
  try {
    await client.bind(ROOT.dn, ROOT.password)
    await client.add(dn, entry)
  } finally {
    await client.unbind()
  }
}

/** Waits until a port accepts connections. */
async function listening(port: number, isRunning: () => boolean): Promise<void> {
  const end = Date.now() + START_MS
  while (isRunning() && Date.now() < end) {
    const socket = connect(port, HOST)
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await setTimeout(50)
  }
  throw new Error('Nobody listens.')
}
