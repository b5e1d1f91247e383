import { describe, expect, it } from 'vitest';
import { placesIn } from '../../../kit/mocks.ts';

const UNITTEST = 'from unittest.mock import patch, Mock, MagicMock, create_autospec\nfrom unittest import mock\n';

const INTERNAL: readonly (readonly [code: string, target: string])[] = [
  ["@patch('shop.cart.total')\ndef test_a(total): pass", 'shop.cart.total'],
  ['@patch("shop.cart.total", return_value=1)\ndef test_a(total): pass', 'shop.cart.total'],
  ["@mock.patch('shop.cart.Cart')\nclass TestA: pass", 'shop.cart.Cart'],
  ["@mock.patch('shop.cart.Cart.total', autospec=True)\ndef test_a(t): pass", 'shop.cart.Cart.total'],
  ["with patch('shop.cart.total') as total: pass", 'shop.cart.total'],
  ["with (\n    patch('shop.cart.total') as total,\n): pass", 'shop.cart.total'],
  ["p = patch('shop.cart.total'); p.start()", 'shop.cart.total'],
  ["def test_a():\n    total = patch('shop.cart.total').start()", 'shop.cart.total'],
  ["class T:\n    @patch('shop.cart.total')\n    def test_a(self, total): pass", 'shop.cart.total'],
  ["CART = 'shop.cart'\n@patch(CART + '.total')\ndef test_a(t): pass", 'shop.cart.total'],
  ["CART = 'shop.cart'\n@patch(f'{CART}.total')\ndef test_a(t): pass", 'shop.cart.total'],
  ["@patch('shop.'\n       'cart.total')\ndef test_a(t): pass", 'shop.cart.total'],
  ["@patch(target='shop.cart.total')\ndef test_a(t): pass", 'shop.cart.total'],
  ["from shop.cart import Cart\n@patch.object(Cart, 'total')\ndef test_a(t): pass", 'Cart.total'],
  ["import shop.cart\n@patch.object(shop.cart, 'total')\ndef test_a(t): pass", 'shop.cart.total'],
  ["from shop import cart\nwith mock.patch.object(cart, attribute='total'): pass", 'cart.total'],
  ["from .cart import Cart\nwith patch.object(Cart, 'total'): pass", 'Cart.total'],
  ["from shop.cart import Cart\ncart = Cart()\nwith patch.object(cart, 'total'): pass", 'cart.total'],
  ['from shop.cart import Cart\ncart = Mock(spec=Cart)', 'Cart'],
  ['from shop.cart import Cart\ncart = MagicMock(spec_set=Cart)', 'Cart'],
  ['from shop.cart import Cart\ncart = create_autospec(Cart, instance=True)', 'Cart'],
  ["def test_a(mocker): mocker.patch('shop.cart.total')", 'shop.cart.total'],
  ["def test_a(mocker): mocker.patch('shop.cart.total', return_value=1)", 'shop.cart.total'],
  ["from shop import cart\ndef test_a(mocker): mocker.patch.object(cart, 'total')", 'cart.total'],
  ["from shop import cart\ndef test_a(mocker): mocker.spy(cart, 'total')", 'cart.total'],
  ['from shop.cart import Cart\ndef test_a(mocker): mocker.create_autospec(Cart)', 'Cart'],
  ["def test_a(self): self.mocker.patch('shop.cart.total')", 'shop.cart.total'],
  ["def test_a(monkeypatch): monkeypatch.setattr('shop.cart.total', lambda: 1)", 'shop.cart.total'],
  ["from shop import cart\ndef test_a(monkeypatch): monkeypatch.setattr(cart, 'total', lambda: 1)", 'cart.total'],
  [
    "from shop import cart\ndef test_a(monkeypatch):\n    with monkeypatch.context() as m:\n        m.setattr(cart, 'total', fake)",
    'cart.total',
  ],
  ["from shop.cart import Cart\ndef test_a(monkeypatch): monkeypatch.delattr(Cart, 'total')", 'Cart.total'],
  ["with patch.dict('sys.modules', {'shop.cart': fake}): pass", 'shop.cart'],
  ["import sys\ndef test_a(monkeypatch): monkeypatch.setitem(sys.modules, 'shop.cart', fake)", 'shop.cart'],
  ["import sys\nsys.modules['shop.cart'] = MagicMock()", 'shop.cart'],
  ['from shop import cart\ncart.total = MagicMock(return_value=1)', 'cart.total'],
  ['import shop.cart\nshop.cart.total = mock.AsyncMock()', 'shop.cart.total'],
  ['from shop.cart import Cart\nCart.total = create_autospec(Cart.total)', 'Cart.total'],
  ["from flexmock import flexmock\nfrom shop.cart import Cart\nflexmock(Cart).should_receive('total')", 'Cart'],
  [
    "import importlib\ncart = importlib.import_module('shop.cart')\nwith patch.object(cart, 'total'): pass",
    'cart.total',
  ],
];

describe('mocks of the project’s own modules in Python', () => {
  it.each(INTERNAL)('%s', async (code, target) => {
    expect(await placesIn(UNITTEST + code, 'tests/test_a.py')).toEqual([`internal ${target}`]);
  });
});

const BOUNDARIES: readonly (readonly [code: string, target: string])[] = [
  ['import requests\nrequests.get = Mock()', 'requests.get'],
  ["import sys\nsys.modules['boto3'] = MagicMock()", 'boto3'],
  ["@patch('requests.get')\ndef test_a(g): pass", 'requests.get'],
  ["@patch('shop.billing.requests.get')\ndef test_a(g): pass", 'shop.billing.requests.get'],
  ["@patch('shop.billing.stripe')\ndef test_a(g): pass", 'shop.billing.stripe'],
  ["@patch('shop.clock.datetime')\ndef test_a(g): pass", 'shop.clock.datetime'],
  ["@patch('shop.clock.time.sleep')\ndef test_a(g): pass", 'shop.clock.time.sleep'],
  ["@patch('time.sleep')\ndef test_a(g): pass", 'time.sleep'],
  ["@patch('shop.files.open')\ndef test_a(g): pass", 'shop.files.open'],
  ["with patch('builtins.open', mock.mock_open()): pass", 'builtins.open'],
  ["@patch('shop.store.boto3.client')\ndef test_a(g): pass", 'shop.store.boto3.client'],
  ["@mock.patch('subprocess.run')\ndef test_a(g): pass", 'subprocess.run'],
  ["import os\nwith patch.object(os, 'remove'): pass", 'os.remove'],
  ["import os.path\nwith patch.object(os.path, 'exists'): pass", 'os.path.exists'],
  ["from pathlib import Path\nwith patch.object(Path, 'read_text'): pass", 'Path.read_text'],
  ["import requests\nsession = requests.Session()\nwith patch.object(session, 'get'): pass", 'session.get'],
  ['import requests\nr = Mock(spec=requests.Response)', 'requests.Response'],
  ["def test_a(mocker): mocker.patch('smtplib.SMTP')", 'smtplib.SMTP'],
  ["import time\ndef test_a(monkeypatch): monkeypatch.setattr(time, 'time', lambda: 1)", 'time.time'],
  ["def test_a(monkeypatch): monkeypatch.setattr('shop.api.httpx.get', fake)", 'shop.api.httpx.get'],
  ["with patch.dict('sys.modules', {'numpy': fake}): pass", 'numpy'],
];

describe('mocks of what lies outside in Python', () => {
  it.each(BOUNDARIES)('%s', async (code, target) => {
    expect(await placesIn(UNITTEST + code, 'tests/test_a.py')).toEqual([`boundary ${target}`]);
  });
});

const UNKNOWN: readonly string[] = [
  'def test_a(cart):\n    cart.total = Mock()',
  "with patch.object(cart, 'total'): pass",
  "def test_a(cart):\n    with patch.object(cart, 'total'): pass",
  "class T:\n    def test_a(self):\n        with patch.object(self.cart, 'total'): pass",
  '@patch(name_of(x))\ndef test_a(g): pass',
  "@patch(f'{__name__}.total')\ndef test_a(g): pass",
  "from shop import config\ndef test_a(monkeypatch): monkeypatch.setattr(config, 'LIMIT', 3)",
  "@patch('shop.config.DEBUG', True)\ndef test_a(): pass",
];

describe('mocks of nobody knows what in Python', () => {
  it.each(UNKNOWN)('%s', async (code) => {
    expect(await placesIn(UNITTEST + code, 'tests/test_a.py')).toEqual([expect.stringMatching(/^unknown /)]);
  });
});

const NONE: readonly string[] = [
  "# @patch('shop.cart.total')",
  'text = "@patch(\'shop.cart.total\')"',
  "'''\n@patch('shop.cart.total')\ndef test_a(): pass\n'''",
  'def test_a():\n    """@patch(\'shop.cart.total\')"""',
  'cart = Mock(); other = MagicMock(return_value=1); third = mock.sentinel.x',
  "cart = Mock(spec=['total'])",
  "with patch.dict('os.environ', {'A': 'b'}): pass",
  "from shop import config\nwith patch.dict(config.SETTINGS, {'a': 1}): pass",
  "def test_a(monkeypatch): monkeypatch.setenv('A', 'b'); monkeypatch.chdir('/tmp')",
  "client.patch('/shop/cart', json={})",
  "requests.patch('http://shop.cart/x')",
  'def test_a(mocker): mocker.stub(); mocker.resetall()',
  "from shop.tests import patch\npatch('shop.cart.total')",
  "def patch(x): pass\npatch('shop.cart.total')",
  "setattr(cart, 'total', 1)",
  'from shop import config\nconfig.LIMIT = 3',
  "import os, sys\nos.environ['A'] = str(Mock); sys.argv[0] = fake(); sys.modules['shop.cart'] = None",

  'import responses\n@responses.activate\ndef test_a(): pass',
  "from freezegun import freeze_time\n@freeze_time('2020-01-01')\ndef test_a(): pass",
];

describe('what only looks like a mock in Python', () => {
  it.each(NONE)('%s', async (code) => {
    const imports = /import patch|def patch/.test(code) ? '' : UNITTEST;
    expect(await placesIn(imports + code, 'tests/test_a.py')).toEqual([]);
  });
});
