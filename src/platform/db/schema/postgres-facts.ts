import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import { type SchemaFacts, sortedFacts } from './schema-facts.ts';

interface Fact {
  name: string;
  value: string;
}

/**
 * One statement. Other schemas of the same database, and what extensions brought along, are not ours. Partitions come and go;
 * each is what the table is that it is a part of.
 */
export async function describePostgres(db: Queries): Promise<SchemaFacts> {
  const { rows } = await sql<Fact>`
    with ours as (
      select c.oid, c.relname, c.relkind from pg_class c
      where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select 1 from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    )
    select 'table ' || relname as name,
      'table' || case relkind when 'p' then ' by ' || pg_get_partkeydef(oid) else '' end as value
    from ours
    union all
    select 'column ' || o.relname || '.' || a.attname,
      format_type(a.atttypid, a.atttypmod)
      || case when l.collname = 'C' then ' collate "C"' else '' end
      || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(v.adbin, v.adrelid), '')
    from ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
      left join pg_collation l on l.oid = a.attcollation
      left join pg_attrdef v on v.adrelid = o.oid and v.adnum = a.attnum
    union all
    select 'constraint ' || o.relname || '.' || c.conname, pg_get_constraintdef(c.oid, true)
    from ours o join pg_constraint c on c.conrelid = o.oid and c.contype in ('p', 'f', 'u', 'c')
    union all
    select 'index ' || i.relname, pg_get_indexdef(x.indexrelid, 0, true)
      || case when x.indisvalid then '' else ' (not valid)' end
    from ours o join pg_index x on x.indrelid = o.oid join pg_class i on i.oid = x.indexrelid
    union all
    select 'trigger ' || o.relname || '.' || t.tgname, pg_get_triggerdef(t.oid, true)
      || case when t.tgenabled = 'O' then '' else ' (disabled)' end
    from ours o join pg_trigger t on t.tgrelid = o.oid and not t.tgisinternal
    union all
    select 'function ' || p.proname, regexp_replace(btrim(p.prosrc), '\\s+', ' ', 'g')
    from pg_proc p where p.pronamespace = (select oid from pg_namespace where nspname = current_schema())
      and p.prorettype = 'trigger'::regtype
      and not exists (select 1 from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`.execute(db);
  return sortedFacts(rows.map(({ name, value }): [string, string] => [name, value]));
}
