INSERT INTO mysql_servers (hostgroup_id, hostname) VALUES (1, 'db-1.example.net');
UPDATE mysql_servers SET hostgroup_id = 2 WHERE hostname = 'db-1.example.net';
