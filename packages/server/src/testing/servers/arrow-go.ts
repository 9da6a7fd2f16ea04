import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { goProgram } from './go.ts'

const VERSION = 'v18.8.0'
const MAIN = 'arrow/flight/flightsql/example/cmd/sqlite_flightsql_server'
/** The user of the server. */
export const ARROW_LOGIN = { username: 'ada', password: 'a secret' }

export interface StartedExample extends StartedServer {
  /** Whether the server works on a statement with this text. */
  isWorkingOn(text: string): Promise<boolean>
}

/** The example of a Flight SQL server in Arrow's module for Go: SQLite, to which our `main` adds a login, cancels and a list. */
export const arrowGoServer: FetchedServer<StartedExample> = {
  name: 'the SQLite example of arrow-go',
  version: VERSION.slice(1),
  origin: 'Go modules',
  fetch: () => program(),
  async start() {
    const [path, port, pagePort] = await Promise.all([program(), freePort(), freePort()])
    const page = `http://127.0.0.1:${pagePort}/`
    const started = await startAt({
      name: 'The SQLite example of arrow-go',
      path,
      prepare: async (folder) => ({
        args: [`127.0.0.1:${port}`, `127.0.0.1:${pagePort}`, join(folder, 'data.sqlite')],
        env: { LOGIN: `${ARROW_LOGIN.username}:${ARROW_LOGIN.password}` },
        isReady: () => answersAt(page),
      }),
    })
    return { ...started, port, isWorkingOn: async (text) => (await (await fetch(page)).text()).includes(text) }
  },
}

const program = () =>
  goProgram({ module: 'github.com/apache/arrow-go/v18', version: VERSION, main: MAIN, files: { [`${MAIN}/main.go`]: SOURCE } })

/**
 * Serves the example at the first address, and the statements that it works on at the second. A statement has ended once SQLite has
 * returned, which is also when a cancel is confirmed.
 */
const SOURCE = `package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/flight"
	"github.com/apache/arrow-go/v18/arrow/flight/flightsql"
	"github.com/apache/arrow-go/v18/arrow/flight/flightsql/example"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const token = "token-of-the-session"

type login struct{}

func (login) Validate(name, password string) (string, error) {
	if name+":"+password != os.Getenv("LOGIN") {
		return "", status.Error(codes.Unauthenticated, "wrong name or password")
	}
	return token, nil
}

func (login) IsValid(sent string) (any, error) {
	if sent != token {
		return nil, status.Error(codes.Unauthenticated, "unknown token")
	}
	return sent, nil
}

type statement struct {
	query  string
	cancel context.CancelFunc
	ended  chan struct{}
}

type listed struct {
	*example.SQLiteFlightSQLServer
	mu      sync.Mutex
	running map[*statement]bool
}

func (s *listed) statements(query string) (found []*statement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for one := range s.running {
		if query == "" || one.query == query {
			found = append(found, one)
		}
	}
	return found
}

func (s *listed) end(one *statement) {
	one.cancel()
	s.mu.Lock()
	delete(s.running, one)
	s.mu.Unlock()
	close(one.ended)
}

func (s *listed) DoGetStatement(ctx context.Context, cmd flightsql.StatementQueryTicket) (*arrow.Schema, <-chan flight.StreamChunk, error) {
	ctx, cancel := context.WithCancel(ctx)
	one := &statement{string(cmd.GetStatementHandle()), cancel, make(chan struct{})}
	s.mu.Lock()
	s.running[one] = true
	s.mu.Unlock()
	schema, chunks, err := s.SQLiteFlightSQLServer.DoGetStatement(ctx, cmd)
	if err != nil {
		s.end(one)
		return nil, nil, err
	}
	passed := make(chan flight.StreamChunk)
	go func() {
		defer close(passed)
		defer s.end(one)
		for chunk := range chunks {
			select {
			case passed <- chunk:
			case <-ctx.Done():
			}
		}
	}()
	return schema, passed, nil
}

func (s *listed) CancelFlightInfo(ctx context.Context, request *flight.CancelFlightInfoRequest) (flight.CancelFlightInfoResult, error) {
	for _, endpoint := range request.GetInfo().GetEndpoint() {
		ticket, err := flightsql.GetStatementQueryTicket(endpoint.GetTicket())
		if err != nil {
			return flight.CancelFlightInfoResult{}, err
		}
		for _, one := range s.statements(string(ticket.GetStatementHandle())) {
			one.cancel()
			select {
			case <-one.ended:
			case <-ctx.Done():
				return flight.CancelFlightInfoResult{Status: flight.CancelStatusCancelling}, nil
			}
		}
	}
	return flight.CancelFlightInfoResult{Status: flight.CancelStatusCancelled}, nil
}

func main() {
	db, err := sql.Open("sqlite", "file:"+os.Args[3]+"?_pragma=journal_mode(wal)&_pragma=busy_timeout(10000)")
	if err != nil {
		log.Fatal(err)
	}
	served, err := example.NewSQLiteFlightSQLServer(db)
	if err != nil {
		log.Fatal(err)
	}
	all := &listed{SQLiteFlightSQLServer: served, running: map[*statement]bool{}}
	server := flight.NewServerWithMiddleware([]flight.ServerMiddleware{flight.CreateServerBasicAuthMiddleware(login{})})
	server.RegisterFlightService(flightsql.NewFlightServer(all))
	if err := server.Init(os.Args[1]); err != nil {
		log.Fatal(err)
	}
	go func() { log.Fatal(server.Serve()) }()
	log.Fatal(http.ListenAndServe(os.Args[2], http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var queries []string
		for _, one := range all.statements("") {
			queries = append(queries, one.query)
		}
		fmt.Fprint(w, strings.Join(queries, "\\n"))
	})))
}
`
