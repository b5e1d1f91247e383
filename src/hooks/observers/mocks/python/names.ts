/** Modules of Python's standard library. */
const STANDARD = new Set(
  (
    '__future__ abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 ' +
    'calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib ' +
    'contextvars copy copyreg cProfile crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest ' +
    'email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt ' +
    'getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imghdr imp importlib inspect io ipaddress ' +
    'itertools json keyword linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder ' +
    'multiprocessing netrc nntplib numbers operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil ' +
    'platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc queue quopri random re ' +
    'readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib ' +
    'sndhdr socket socketserver spwd sqlite3 ssl stat statistics string stringprep struct subprocess sunau symtable sys ' +
    'sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit tkinter token tokenize ' +
    'tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uu uuid venv warnings wave ' +
    'weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo'
  ).split(' '),
);

/** Packages that tests fake most, by the name they are imported as: known where no manifest names them. */
const PACKAGES = new Set(
  (
    'requests httpx aiohttp urllib3 httplib2 grpc websockets websocket zeep boto3 botocore aioboto3 aiobotocore moto google ' +
    'googleapiclient firebase_admin azure msal openai anthropic cohere mistralai litellm langchain langchain_core ' +
    'langchain_openai llama_index transformers torch torchvision tensorflow keras sklearn scipy numpy pandas polars pyarrow ' +
    'matplotlib seaborn plotly networkx sympy sqlalchemy sqlmodel alembic django rest_framework flask flask_login ' +
    'flask_sqlalchemy fastapi starlette uvicorn gunicorn tornado sanic bottle pyramid twisted celery kombu dramatiq rq ' +
    'huey apscheduler redis aioredis fakeredis pymongo motor mongoengine beanie psycopg psycopg2 asyncpg pymysql MySQLdb ' +
    'mysql aiomysql aiosqlite cx_Oracle oracledb pyodbc snowflake duckdb clickhouse_driver cassandra neo4j elasticsearch ' +
    'opensearchpy pika aio_pika kafka confluent_kafka aiokafka nats paho zmq stripe braintree paypalrestsdk twilio sendgrid ' +
    'mailchimp_marketing slack slack_sdk slack_bolt discord telegram tweepy praw github gitlab jira pygithub docker kubernetes ' +
    'paramiko fabric ansible pexpect psutil watchdog serial usb smbus RPi pygame PIL cv2 imageio pytesseract selenium ' +
    'playwright pyppeteer bs4 lxml scrapy feedparser yaml toml tomli tomlkit dotenv environ decouple pydantic ' +
    'pydantic_settings attr attrs marshmallow jsonschema click typer rich tqdm colorama structlog loguru sentry_sdk datadog ' +
    'ddtrace opentelemetry prometheus_client newrelic statsd jwt jose passlib bcrypt cryptography nacl OpenSSL oauthlib ' +
    'requests_oauthlib authlib social_django allauth graphene strawberry ariadne jinja2 mako markdown babel pytz dateutil ' +
    'pendulum arrow freezegun time_machine ldap3 ldap dns netmiko napalm pysnmp whois git gitdb pygit2 dulwich hvac consul ' +
    'etcd3 pulsar pyspark dask ray airflow prefect dagster dbt luigi mlflow wandb comet_ml huggingface_hub datasets ' +
    'tiktoken chromadb pinecone weaviate qdrant_client faiss gradio streamlit dash bokeh pytest _pytest mock nose hypothesis ' +
    'factory faker responses respx vcr setuptools pkg_resources pip packaging wheel six typing_extensions attrs anyio trio ' +
    'gevent eventlet greenlet simplejson orjson ujson msgpack protobuf avro thrift tenacity backoff retrying cachetools ' +
    'diskcache joblib cloudpickle dill xlrd openpyxl xlsxwriter docx pptx reportlab weasyprint fitz PyPDF2 pypdf pdfplumber ' +
    'magic chardet charset_normalizer idna certifi urllib2 httplib ConfigParser StringIO cPickle Queue homeassistant voluptuous'
  ).split(' '),
);

/** Functions and types that are there without an import; tests replace them in the module that calls them. */
const BUILTINS = new Set(
  (
    'open print input exec eval compile globals locals vars dir id hash help exit quit breakpoint isinstance issubclass ' +
    'hasattr getattr setattr delattr callable len range iter next super type object str bytes int float bool list dict set ' +
    'tuple sorted min max sum abs round any all zip map filter enumerate reversed repr format __import__ __builtins__ ' +
    'raw_input unicode memoryview bytearray staticmethod classmethod property'
  ).split(' '),
);

export const isStandard = (name: string): boolean => STANDARD.has(name);
export const isKnownPackage = (name: string): boolean => PACKAGES.has(name);
export const isBuiltin = (name: string): boolean => BUILTINS.has(name);

/** Packages that are imported under another name than they are installed by, as far as a manifest would not show it. */
const INSTALLED_AS: Readonly<Record<string, string>> = {
  yaml: 'pyyaml',
  cv2: 'opencv-python',
  pil: 'pillow',
  bs4: 'beautifulsoup4',
  sklearn: 'scikit-learn',
  dateutil: 'python-dateutil',
  dotenv: 'python-dotenv',
  jwt: 'pyjwt',
  serial: 'pyserial',
  git: 'gitpython',
  github: 'pygithub',
};

/** Whether a manifest that names these packages (in lower case, with hyphens) has one that is imported so. */
export const isDeclared = (packages: ReadonlySet<string>, name: string): boolean => {
  const wanted = name.toLowerCase().replaceAll('_', '-');
  return packages.has(wanted) || packages.has(`python-${wanted}`) || packages.has(INSTALLED_AS[wanted] ?? '');
};
