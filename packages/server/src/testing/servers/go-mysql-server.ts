import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Certified, keyText } from '../certificate.ts'
import { freePort } from '../free-port.ts'
import type { DatabaseServer } from '../postgres-server.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer } from './fetched-server.ts'
import { goProgram } from './go.ts'

const VERSION = 'v0.20.0'
const ACCOUNT = { user: 'analyst', password: 'open sesame', database: 'shop' }

const program = () =>
  goProgram({
    module: 'github.com/dolthub/go-mysql-server',
    version: VERSION,
    main: 'cmd/go-mysql-server',
    files: { 'cmd/go-mysql-server/main.go': serve() },
  })

/** go-mysql-server, the SQL engine and the protocol of Dolt, with tables in memory and one account. It shares no code with MySQL. */
export const goMysqlServer = {
  name: 'go-mysql-server',
  version: VERSION.slice(1),
  origin: 'Go modules',
  fetch: program,
  start: startGoMysqlServer,
} satisfies FetchedServer<DatabaseServer>

/** @param certified the key and certificate for TLS, which it does not offer without one */
async function startGoMysqlServer(certified?: Certified): Promise<DatabaseServer> {
  const [path, port] = await Promise.all([program(), freePort()])
  const { user, password, database } = ACCOUNT
  const host = '127.0.0.1'
  const { stop } = await startAt({
    name: 'go-mysql-server',
    path,
    async prepare(folder) {
      const files = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
      if (certified) {
        await writeFile(join(folder, 'certificate.pem'), certified.certificate.toString())
        await writeFile(join(folder, 'key.pem'), keyText(certified))
      }
      return {
        args: [`${host}:${port}`, database, user, password, ...(certified ? files : [])],
        isReady: (log) => log.includes('Server ready'),
      }
    },
  })
  const url = `mysql://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
  return { host, port, user, password, database, url, stop }
}

/** The program: its arguments are the address, the database, the account, and the paths of a certificate and a key. */
function serve(): string {
  return `package main

import (
	"context"
	"crypto/tls"
	"os"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
)

func main() {
	address, database, user, password := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	provider := memory.NewDBProvider(memory.NewDatabase(database))
	engine := sqle.NewDefault(provider)
	accounts := engine.Analyzer.Catalog.MySQLDb
	editor := accounts.Editor()
	accounts.AddSuperUser(editor, user, "%", password)
	editor.Close()
	config := server.Config{Protocol: "tcp", Address: address}
	if len(os.Args) > 6 {
		certificate, err := tls.LoadX509KeyPair(os.Args[5], os.Args[6])
		must(err)
		config.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
	}
	contexts := func(ctx context.Context, options ...sql.ContextOption) *sql.Context {
		return sql.NewContext(ctx, options...)
	}
	listener, err := server.NewServer(config, engine, contexts, memory.NewSessionBuilder(provider), nil)
	must(err)
	must(listener.Start())
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
`
}
