INSERT INTO mysql_servers VALUES (1, 'db-1.example.net', 3306);
