import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answersAt } from '../started-program.ts'
import { pythonServer } from './python-server.ts'

const VERSION = '4.4.0'
/** The version of its engine, which is ClickHouse. */
const ENGINE = 'chdb-core==26.9.0'

/** chDB: a current ClickHouse as a library, behind a small HTTP server. Values and errors are ClickHouse's, the HTTP is not. */
export const chdbServer = pythonServer({
  name: 'chDB',
  version: VERSION,
  packages: [`chdb==${VERSION}`, ENGINE],
  async prepare({ folder, port }) {
    const file = join(folder, 'serve.py')
    await writeFile(file, SERVE)
    const isReady = () => answersAt(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'SELECT 1' })
    return { args: [file, String(port)], isReady }
  },
})

const SERVE = `import http.server
import re
import sys
from urllib.parse import parse_qsl, urlsplit
from chdb import session

engine = session.Session()
zone = engine.query('SELECT timezone()', 'TabSeparated').bytes().decode().strip()

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *args):
        pass

    def do_POST(self):
        text = self.rfile.read(int(self.headers['content-length'])).decode()
        query = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        named = re.search(r'\\bFORMAT\\s+(\\w+)\\s*$', text)
        format = named[1] if named else query.get('default_format', 'TabSeparated')
        params = {name[6:]: value for name, value in query.items() if name.startswith('param_')}
        try:
            status, body = 200, engine.query(text, format, params=params).bytes()
        except Exception as error:
            status, body = 500, str(error).encode()
            # The library puts what it had written before the error in front of the next answer.
            engine.query('SELECT 1')
        self.send_response(status)
        self.send_header('X-ClickHouse-Format', format)
        self.send_header('X-ClickHouse-Timezone', zone)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

http.server.HTTPServer(('127.0.0.1', int(sys.argv[1])), Handler).serve_forever()
`
