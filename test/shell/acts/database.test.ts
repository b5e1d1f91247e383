// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest';
import { sqlLosses } from '../../../src/shell/acts/sql.ts';
import { cpuTime } from '../../kit/cpu-time.ts';
import { actsOf } from './acts-of.ts';

const KINDS = ['database-loss', 'rows-loss', 'database-reset'];

describe('destroying a database', () => {
  it.each([
    'psql -d app -c "DROP SCHEMA public CASCADE"',
    `python3 -c "sqlite3.connect('a.db').execute('DROP TABLE users')"`,
    `node -e 'pool.query("DROP TABLE users")'`,
    `ruby -e 'db.execute("TRUNCATE TABLE users")'`,
    'aws rds delete-db-instance --db-instance-identifier x',
    'aws --region eu-west-1 dynamodb delete-table --table-name t',
    'gcloud sql instances delete x',
    'heroku pg:reset',
    `psql --command='truncate audit_log'`,
    `psql -qc 'drop table users'`,
    'psql app -c "DROP TABLE $T"',
    'psql -c "SELECT 1; DROP DATABASE app;"',
    'PGPASSWORD=x psql -h db -U app -c "drop database app"',
    `echo 'DROP TABLE users;' | psql app`,
    `printf 'DROP TABLE users;\\n' | psql app`,
    `cat <<EOF | psql app
DROP TABLE users;
EOF`,
    `psql app <<'EOF'
begin;
drop table if exists users cascade;
commit;
EOF`,
    `psql app <<EOF
DROP TABLE $T;
EOF`,
    'psql app <<< "TRUNCATE TABLE users"',
    'psql app < <(echo "DROP TABLE users")',
    'mysql -e "drop database app"',
    'mysql -uroot -psecret -e"DROP TABLE users"',
    'mysql --execute="DROP TABLE users" app',
    'mysql -e "/*!50000 DROP TABLE users */"',
    'mariadb -e "TRUNCATE users"',
    'sudo mysql app -Bse "DROP TABLE users"',
    'mysqladmin -f drop app',
    'sqlite3 app.db "DROP TABLE users"',
    'sqlite3 -batch app.db "DROP TABLE users;"',
    'duckdb app.db -c "DROP TABLE users"',
    'sqlcmd -S host -Q "USE master DROP DATABASE app"',
    'clickhouse-client --query "DROP TABLE events"',
    'clickhouse client -q "TRUNCATE TABLE events"',
    'cqlsh -e "DROP KEYSPACE app"',
    'bq query "DROP TABLE d.t"',
    'mongosh app --eval "db.dropDatabase()"',
    `mongo app --eval 'db.users.drop()'`,
    `echo 'db.dropDatabase()' | mongosh app`,
    'redis-cli FLUSHALL',
    'redis-cli -h cache -n 1 flushdb async',
    'echo flushall | redis-cli',
    'dropdb app',
    'dropdb --if-exists -h db app',
    'dropdb latest',
    'dropdb "$DATABASE"',
    'dropdb app_test_results',
    'psql -c "DROP DATABASE IF EXISTS latest"',
    'psql -c "DROP DATABASE app_test; DROP DATABASE app"',
    'psql -c "DROP TABLE app_test"',
    'docker exec db psql -U app -c "DROP TABLE users"',
    'docker compose exec -T db psql -c "DROP TABLE users"',
    'kubectl exec db-0 -- psql -c "DROP TABLE users"',
    'ssh db psql -c "\'DROP TABLE users\'"',
    `psql -c 'DO $$ BEGIN DROP TABLE users; END $$'`,
    'bash -c "psql -c \'drop table users\'"',
  ])('%s', (command) => {
    expect(actsOf(command, KINDS)).toEqual(['database-loss']);
  });

  it.each([
    'mysql -e "delete from sessions"',
    'psql -c "DELETE FROM users;"',
    'psql -c "UPDATE users SET admin = true"',
    'psql -c "WITH d AS (DELETE FROM users RETURNING *) SELECT * FROM d"',
    'sqlite3 app.db "DELETE FROM users WHERE 1=1"',
    'psql -c "ALTER TABLE users DROP COLUMN email"',
    `mongosh --eval 'db.users.deleteMany({})'`,
    `mongosh --eval 'db.users.remove({ })'`,
  ])('all rows of a table: %s', (command) => {
    expect(actsOf(command, KINDS)).toEqual(['rows-loss']);
  });

  it.each([
    'rails db:drop',
    'bin/rails db:reset',
    'bundle exec rake db:schema:load',
    'npx prisma migrate reset --force',
    'npx prisma db push --force-reset',
    'python manage.py flush --no-input',
    './manage.py reset_db',
    'php artisan migrate:fresh --seed',
    'mix ecto.reset',
    'dotnet ef database drop -f',
    'alembic downgrade base',
    'npx sequelize-cli db:drop',
    'supabase db reset',
  ])('a reset: %s', (command) => {
    expect(actsOf(command, KINDS)).toEqual(['database-reset']);
  });

  it.each([
    `python3 -c "c.execute('SELECT 1')"`,
    `python3 -c "c = sqlite3.connect(':memory:'); c.execute('DROP TABLE users')"`,
    `node -e "/drop table/.exec('x')"`,
    'aws dynamodb describe-table --table-name t',
    'gcloud sql instances list',
    'heroku pg:info',
    'psql -c "SELECT * FROM users"',
    'psql -c "DELETE FROM users WHERE id = 3"',
    'psql -c "UPDATE users SET a = 1 WHERE id = 3"',
    `psql -c "INSERT INTO notes VALUES ('DROP TABLE users; DELETE FROM users')"`,
    `psql -c "SELECT 'it''s; DROP TABLE users'"`,
    'psql -c "SELECT 1 -- DROP TABLE users"',
    'psql -c "SELECT 1 /* DROP TABLE users */"',
    'psql -c "COMMENT ON TABLE users IS $$DROP TABLE users$$"',
    'psql -c "EXPLAIN DELETE FROM users"',
    'psql -c "DROP INDEX users_email"',
    'psql -c "DROP VIEW v"',
    'psql -c "CREATE TABLE drop_table_log (id int)"',
    'psql -f migration.sql',
    'psql app < dump.sql',
    'mysql -e "SELECT TRUNCATE(1.234, 2)"',
    'sqlite3 :memory: "CREATE TABLE t(a); DROP TABLE t"',
    'sqlite3 app.db .tables',
    `cat > migrations/002.sql <<'EOF'
DROP TABLE IF EXISTS sessions;
EOF`,
    `echo 'DROP TABLE users;' > down.sql`,
    `echo 'DROP TABLE users;' | tee down.sql`,
    'grep -rn "DROP TABLE" migrations',
    'git commit -m "Drop table users"',
    'psql-notes -c "DROP TABLE users"',
    'redis-cli GET flushall-count',
    'redis-cli KEYS "*"',
    'mongosh --eval "db.users.deleteMany({ old: true })"',
    'mongosh --eval "db.users.find()"',
    'dropdb --help',
    'dropdb app_test',
    'dropdb --if-exists test_app_3',
    'psql -c "DROP DATABASE IF EXISTS app_test"',
    'psql postgres -c "drop database app_test with (force)"',
    'mysqladmin status',
    'RAILS_ENV=test rails db:reset',
    'rails db:migrate',
    'npx prisma migrate deploy',
    'python manage.py migrate',
    'python train.py flush',
    'php artisan migrate',
    'rails generate migration DropUsers',
  ])('and not %s', (command) => {
    expect(actsOf(command, KINDS)).toEqual([]);
  });

  it('reads hostile text in bounded time', () => {
    const parts = ['/*', "'", '$a$', '-- ', 'DELETE FROM ', 'UPDATE a ', '(', 'WHERE '];
    const time = cpuTime(() => {
      for (const part of parts) sqlLosses(part.repeat(30_000));
    });
    expect(time).toBeLessThan(2_000);
  });
});
