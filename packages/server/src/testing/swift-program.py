"""OpenStack Swift with its S3 interface, as one process with one disk: python3 swift-program.py <folder> <port> <key> <secret>."""
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import listen, wsgi
from swift.account.server import AccountController
from swift.common import storage_policy, utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

FOLDER, PORT, KEY, SECRET = sys.argv[1:]
DEVICES = os.path.join(FOLDER, 'devices')
PIPELINE = 'catch_errors healthcheck cache listing_formats s3api tempauth copy slo dlo'


def write(name, text):
    path = os.path.join(FOLDER, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


os.makedirs(os.path.join(DEVICES, 'disk'))
utils.SWIFT_CONF_FILE = write(
    'swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n')
utils.validate_hash_conf()
storage_policy.reload_storage_policies()

servers = {'account': AccountController, 'container': ContainerController, 'object': ObjectController}
for name, controller in servers.items():
    socket = listen(('127.0.0.1', 0))
    port = socket.getsockname()[1]
    ring = RingBuilder(2, 1, 1)
    ring.add_dev({
        'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'ip': '127.0.0.1', 'port': port,
        'replication_ip': '127.0.0.1', 'replication_port': port, 'device': 'disk', 'meta': '',
    })
    ring.rebalance()
    ring.get_ring().save(os.path.join(FOLDER, name + '.ring.gz'))
    app = controller({
        'swift_dir': FOLDER, 'devices': DEVICES, 'mount_check': 'false', 'log_level': 'ERROR', 'fallocate_reserve': '0',
    })
    eventlet.spawn(wsgi.server, socket, app, log_output=False)

filters = '\n'.join(f'[filter:{name}]\nuse = egg:swift#{name}' for name in PIPELINE.split() if name not in ('cache', 's3api', 'tempauth'))
proxy = loadapp(write('proxy.conf', f'''[DEFAULT]
swift_dir = {FOLDER}
log_level = ERROR
[pipeline:main]
pipeline = {PIPELINE} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers =
[filter:tempauth]
use = egg:swift#tempauth
user_{KEY.replace(':', '_')} = {SECRET} .admin
user_test_reader = {SECRET}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
max_bucket_listing = 100
{filters}
'''))


def serve(environment, start_response):
    body = proxy(environment, start_response)
    # This version sends the body of an error also in response to HEAD, where there must be none.
    return [] if environment['REQUEST_METHOD'] == 'HEAD' else body


wsgi.server(listen(('127.0.0.1', int(PORT))), serve, log_output=False)
