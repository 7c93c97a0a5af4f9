/**
 * What stands at the beginning of every list of leaked passwords and is long enough to get past the length. Compared
 * without case, spaces and signs, with the usual digits read as letters, and without what is hung on at the end.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  passwordpassword password passwort kennwort motdepasse contrasena contraseña senha haslo wachtwoord parola lozinka
  mypassword thepassword newpassword oldpassword yourpassword ourpassword mynewpassword passwordis mypasswordis
  passwordone secretpassword strongpassword securepassword defaultpassword temporarypassword temppassword testpassword
  adminpassword userpassword rootpassword masterpassword simplepassword goodpassword nopassword nopasswords
  forgotpassword resetpassword changepassword changeme changemenow changemeplease pleasechangeme changethis
  changethispassword changeit letmein letmeinnow letmeinplease pleaseletmein openthedoor opensesame iforgot iforgotit
  iforgotmypassword dontforget dontknow idontknow idontcare whatever whatisthis whoknows trustno trustnoone
  admin user root guest login administrator administrador administrateur administrateurs adminadmin adminadminadmin rootroot rootrootroot superuser
  supervisor sysadmin sysadministrator webmaster guestguest guestguestguest useruser useruseruser usernameusername
  username loginlogin welcome welcomewelcome welcomehome welcomeback welcometo hello hellohello hellohellohello
  helloworld helloworldhello hellokitty helloworldagain goodmorning goodnight goodmorningall goodbyeworld
  iloveyou iloveyouiloveyou iloveyousomuch iloveyouforever iloveyoubaby iloveyoumom iloveyoudad iloveyoumore
  iloveyoutoo iloveu iloveme ilovemyself ilovejesus ilovegod ilovemymom ilovemydad ilovemyfamily ilovemywife
  ilovemydog ilovemycat ilovemusic ilovefootball ilovesoccer ilovepizza ilovechocolate ilovecats ilovedogs
  teamo teamomucho teamoteamo jetaime jetaimejetaime ichliebedich tiamo tiamotiamo kochamcie
  qwerty qwertyqwerty qwertyuiop qwertyuiopasdf qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm qwertyui qwertzuiop
  qwertzuiopu azertyuiop azertyuiopqsdf qazwsxedc qazwsxedcrfv qazwsxedcrfvtgb qazwsx qazwsxqazwsx zaqwsx zaqxswcde
  asdfgh asdfghjkl asdfghjklasdfghjkl asdfasdf asdfasdfasdf asdasdasd asdasdasdasd zxcvbnm zxcvbnmzxcvbnm zxcvbnmasdfghjkl
  poiuytrewq lkjhgfdsa mnbvcxz mnbvcxzlkjhgfdsa qweasdzxc qweasdzxcqweasdzxc qweqweqwe qweqweqweqwe wasdwasdwasd
  abc abcabc abcabcabcabc abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk abcdefghijkl abcdefghijklm
  abcdefghijklmn abcdefghijklmno abcdefghijklmnop abcdefghijklmnopqrstuvwxyz aabbccddeeff abcdabcdabcd xyzxyzxyzxyz
  dragon dragondragon dragonball dragonballz monkey monkeymonkey shadow shadowshadow master mastermaster masterkey
  superman supermansuperman batman batmanbatman spiderman spidermanspiderman ironman captainamerica starwars
  starwarsstarwars maytheforce maytheforcebewithyou darthvader lukeskywalker harrypotter hogwarts expectopatronum
  lordoftherings gandalf pokemon pokemonpokemon pikachu pikachupikachu minecraft fortnite playstation nintendo
  supermario mariobros counterstrike callofduty worldofwarcraft leagueoflegends assassinscreed grandtheftauto
  football footballfootball baseball baseballbaseball basketball basketballbasketball soccer soccersoccer volleyball
  hockeyhockey cheerleader cheerleading skateboarding manchester manchesterunited manunited liverpool liverpoolfc
  chelsea chelseafc arsenal arsenalfc barcelona barcelonafc realmadrid juventus juventusjuventus intermilan acmilan
  bayernmunchen bayernmuenchen borussiadortmund galatasaray fenerbahce besiktas bocajuniors riverplate corinthians
  flamengo palmeiras benfica sportingclube fcporto steelers dallascowboys newyorkyankees
  sunshine sunshinesunshine princess princessprincess beautiful beautifulgirl sweetheart sweetiepie butterfly
  butterflybutterfly butterflies angelangel angelangelangel angelsanddemons babygirl babygirlbabygirl babyboy
  cutiepie honeybunny honeybee loverlover lovelovelove lovelylovely forever foreverforever foreverlove foreveryoung
  foreverandever happiness happyhappy happyhappyhappy happybirthday happynewyear merrychristmas christmas
  halloween valentine summersummer summertime winterwinter springtime autumnautumn december november september
  summer winter spring autumn january february monday tuesday wednesday thursday friday saturday sunday
  jesus jesuschrist jesusislord jesuslovesme jesusjesus godisgood godisgreat godislove godbless godblessme
  blessed thankyoujesus thankyougod amenamen hallelujah alhamdulillah bismillah allahuakbar inshallah
  mustang chevrolet mercedes mercedesbenz volkswagen lamborghini ferrari ferrariferrari porsche harleydavidson
  motorcycle corvette
  computer computercomputer internet internetinternet keyboard keyboardkeyboard windows microsoft microsoftwindows
  google googlegoogle facebook facebookfacebook instagram whatsapp youtube twitter linkedin amazon apple
  samsung samsunggalaxy iphone iphoneiphone android androidandroid ubuntu linuxlinux linux oracle database
  server serverserver network networknetwork security securitysecurity cisco raspberry raspberrypi shutterpost
  michael michaelmichael jennifer jessica jessicajessica michelle nicole daniel danieldaniel ashley ashleyashley
  charlie charliecharlie alexander alexandra elizabeth stephanie christopher christina jonathan nathaniel
  andrew andrewandrew anthony matthew matthewmatthew joshua joshuajoshua robert robertrobert thomas thomasthomas
  samantha samanthasamantha victoria victoriavictoria isabella sebastian francesco alejandro alejandra fernando
  mother mothermother father fatherfather brother brotherbrother sister sistersister familyfamily myfamily bestfriend
  bestfriends bestfriendsforever friendsforever girlfriend boyfriend grandmother grandfather
  chocolate chocolatechocolate strawberry strawberries blueberry watermelon pineapple cheesecake cookiemonster
  icecream peanutbutter hamburger spaghetti coffeecoffee
  metallica linkinpark slipknot nirvana ironmaiden blinkoneeightytwo greenday mychemicalromance onedirection
  justinbieber taylorswift michaeljackson backstreetboys thebeatles rollingstones pinkfloyd ledzeppelin
  newyorkcity newyork losangeles california california california londonlondon london paris parisparis berlin
  australia argentina brasil brazil canada colombia deutschland germany england france indonesia mexico pakistan
  philippines espana unitedstates unitedkingdom america
  fuckyou fuckyoufuckyou fuckoff fuckthis fuckme fucker motherfucker asshole assholeasshole bullshit
  correcthorsebatterystaple correcthorse batterystaple thisismypassword thisisapassword thisisasecret thisissecret
  secret secretsecret topsecret supersecret verysecret mysecret keepout keepoutnow donotenter donttouch
  test testtest testtesttest testing testingtesting testuser example exampleexample sample demo demodemo demodemodemo
  blahblah blahblahblah blabla blablabla blablablabla lalala lalalala lalalalala nananana hahaha hahahaha hahahahaha
  incorrect invalid nothing nothingnothing something anything everything unknown private privateprivate
  onetwothree onetwothreefour onetwothreefourfive
  `
    .trim()
    .split(/\s+/),
);
